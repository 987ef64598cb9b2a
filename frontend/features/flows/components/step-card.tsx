import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import EditOutlined from '@mui/icons-material/EditOutlined';
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded';
import LinkRounded from '@mui/icons-material/LinkRounded';
import Box from '@mui/material/Box';
import { Handle, type NodeProps, NodeToolbar, Position } from '@xyflow/react';
import { memo, use } from 'react';
import { IconAction } from '../../../components/icon-action.tsx';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { radius } from '../../../theme/tokens.ts';
import type { CanvasNode } from '../canvas-nodes.ts';
import { type Exit, exitsOf, isEntered } from '../flow-exits.ts';
import { EditorActsContext, EditorMarksContext } from '../hooks/editor-marks.ts';
import { useStepTexts } from '../hooks/use-step-texts.ts';
import { STEP_KINDS } from '../nodes/step-kinds.ts';
import { StepCardRoot } from './step-card-root.ts';

/** The buttons of the selected node. They keep their size when the canvas is zoomed. */
const StepTools = ({ id, hasForm, isStart }: { id: string; hasForm: boolean; isStart: boolean }) => {
  const { t } = useTranslation('flows');
  const acts = use(EditorActsContext);
  return (
    <NodeToolbar position={Position.Top} align="center">
      <Box
        className="nopan nodrag"
        sx={{
          display: 'flex',
          border: 1,
          borderColor: 'divider',
          borderRadius: `${radius.control}px`,
          bgcolor: 'background.raised',
        }}
      >
        {hasForm && (
          <IconAction
            size="small"
            label={t('step.edit')}
            icon={<EditOutlined />}
            onClick={() => acts.edit(id)}
          />
        )}
        <IconAction
          size="small"
          label={t('step.connect')}
          icon={<LinkRounded />}
          onClick={() => acts.connectFrom(id)}
        />
        {!isStart && (
          <>
            <IconAction
              size="small"
              label={t('step.duplicate')}
              icon={<ContentCopyRounded />}
              onClick={() => acts.duplicate(id)}
            />
            <IconAction
              size="small"
              label={t('step.remove')}
              icon={<DeleteOutlineRounded />}
              onClick={() => acts.remove(id)}
            />
          </>
        )}
      </Box>
    </NodeToolbar>
  );
};

const ExitRow = ({ exit }: { exit: Exit }) => {
  const { t } = useTranslation('flows');
  const text =
    exit.kind === 'option'
      ? exit.detail
      : t(`exit.${exit.kind}`, { percent: formatNumber(Number(exit.detail)) });
  return (
    <div className="exit">
      <p>{text}</p>
      <Handle type="source" id={exit.handle} position={Position.Right} />
    </div>
  );
};

/** How many conversations came through a node, and how many ended there. */
const Counts = ({ id }: { id: string }) => {
  const { t } = useTranslation('flows');
  const { counts } = use(EditorMarksContext);
  if (counts === null) return null;
  const left = counts.left.get(id) ?? 0;
  return (
    <div className="counts">
      <span className="came">{t('figures.came', { number: formatNumber(counts.nodes.get(id) ?? 0) })}</span>
      {left > 0 && <span>{t('figures.left', { number: formatNumber(left) })}</span>}
    </div>
  );
};

const Card = ({ id, data: { node }, selected }: NodeProps<CanvasNode>) => {
  const { t } = useTranslation('flows');
  const { problems, at } = use(EditorMarksContext);
  const { summaryOf } = useStepTexts();
  const { Icon, tone, Form } = STEP_KINDS[node.type];
  const codes = problems.get(id) ?? [];
  const summary = summaryOf(node);
  const [first, ...more] = exitsOf(node);
  const isSingle = first?.kind === 'next' || first?.kind === 'answer';
  return (
    <>
      {selected && <StepTools id={id} hasForm={Form !== null} isStart={node.type === 'start'} />}
      <StepCardRoot data-broken={codes.length > 0} data-tried={at === id} data-selected={selected}>
        {isEntered(node) && <Handle type="target" position={Position.Left} />}
        <div className="head">
          <span
            aria-hidden
            className="icon"
            style={{
              backgroundColor: `var(--mui-palette-${tone}-soft)`,
              color: `var(--mui-palette-${tone}-text)`,
            }}
          >
            <Icon fontSize="inherit" />
          </span>
          <p className="kind">{t(`type.${node.type}`)}</p>
          {codes.length > 0 && (
            <ErrorOutlineRounded
              className="broken"
              fontSize="inherit"
              titleAccess={codes.map((code) => t(`problem.${code}`)).join(' ')}
            />
          )}
        </div>
        {summary !== '' && <p className="summary">{summary}</p>}
        {isSingle ? (
          <Handle type="source" id={first.handle} position={Position.Right} />
        ) : (
          [first, ...more].map((exit) => exit !== undefined && <ExitRow key={exit.handle} exit={exit} />)
        )}
        <Counts id={id} />
      </StepCardRoot>
    </>
  );
};

/** A node on the canvas: its type, what it says, and a handle for each exit. */
export const StepCard = memo(Card);
