import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import EditOutlined from '@mui/icons-material/EditOutlined';
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded';
import LinkRounded from '@mui/icons-material/LinkRounded';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { FlowNode } from '@prosa/shared/entities/flow.ts';
import { Handle, type NodeProps, NodeToolbar, Position } from '@xyflow/react';
import { memo, use, useEffect, useMemo } from 'react';
import { IconAction } from '../../../components/icon-action.tsx';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { icon, radius } from '../../../theme/tokens.ts';
import type { CanvasNode } from '../canvas-nodes.ts';
import { type Exit, exitsOf, isEntered } from '../flow-exits.ts';
import { EditorActsContext, EditorMarksContext } from '../hooks/editor-marks.ts';
import { CanvasViewContext } from '../hooks/use-canvas-view.ts';
import { useStepTexts } from '../hooks/use-step-texts.ts';
import { STEP_KINDS } from '../nodes/step-kinds.ts';
import { FarCard } from './far-card.tsx';

const WIDTH_PX = 240;
const HANDLE_PX = 12;
/** Area around a handle that reacts to the pointer. */
const GRIP_PX = 30;

const HANDLE = {
  '& .react-flow__handle': {
    width: HANDLE_PX,
    height: HANDLE_PX,
    border: 2,
    borderColor: 'background.paper',
    borderRadius: `${radius.pill}px`,
    bgcolor: 'primary.text',
    '&::after': {
      content: '""',
      position: 'absolute',
      inset: `${-(GRIP_PX - HANDLE_PX) / 2}px`,
      borderRadius: `${radius.pill}px`,
    },
  },
  '& .react-flow__handle.connectingto, & .react-flow__handle.connectingfrom': { bgcolor: 'success.text' },
} as const;

const CARD = {
  position: 'relative',
  width: WIDTH_PX,
  display: 'flex',
  flexDirection: 'column',
  border: 1,
  borderColor: 'divider',
  borderRadius: `${radius.card}px`,
  bgcolor: 'background.paper',
  color: 'text.primary',
  ...HANDLE,
} as const;

const CLAMPED = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 3,
  overflow: 'hidden',
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
} as const;

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
  const { exitText } = useStepTexts();
  return (
    <Box
      sx={{
        position: 'relative',
        paddingInline: 3,
        paddingBlock: 1,
        borderTop: 1,
        borderColor: 'divider',
        textAlign: 'right',
      }}
    >
      <Typography variant="caption" component="p" noWrap sx={{ color: 'text.secondary' }}>
        {exitText(exit)}
      </Typography>
      <Handle type="source" id={exit.handle} position={Position.Right} />
    </Box>
  );
};

/** How many conversations came through a node, and how many ended there. */
const Counts = ({ id }: { id: string }) => {
  const { t } = useTranslation('flows');
  const { counts } = use(EditorMarksContext);
  if (counts === null) return null;
  const left = counts.left.get(id) ?? 0;
  return (
    <Box
      sx={{
        display: 'flex',
        justifyContent: 'space-between',
        gap: 2,
        paddingInline: 3,
        paddingBlock: 1,
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: 'primary.soft',
        borderRadius: `0 0 ${radius.card}px ${radius.card}px`,
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      <Typography variant="caption" sx={{ color: 'primary.text', fontWeight: 'fontWeightMedium' }}>
        {t('figures.came', { number: formatNumber(counts.nodes.get(id) ?? 0) })}
      </Typography>
      {left > 0 && (
        <Typography variant="caption" sx={{ color: 'text.primary' }}>
          {t('figures.left', { number: formatNumber(left) })}
        </Typography>
      )}
    </Box>
  );
};

/** Contents that a card has drawn: the canvas knows the size of the card and the places of its handles. */
const drawn = new WeakSet<FlowNode['data']>();

const NearCard = memo(({ id, data: { node }, selected }: NodeProps<CanvasNode>) => {
  const { t } = useTranslation('flows');
  const { problems, at } = use(EditorMarksContext);
  const { summaryOf } = useStepTexts();
  const { Icon, tone } = STEP_KINDS[node.type];
  const codes = problems.get(id) ?? [];
  const summary = summaryOf(node);
  const [first, ...more] = exitsOf(node);
  const isSingle = first?.kind === 'next' || first?.kind === 'answer';
  useEffect(() => {
    drawn.add(node.data);
  }, [node.data]);
  return (
    <Box
      sx={[
        CARD,
        codes.length > 0 && { borderColor: 'error.main' },
        at === id && { borderColor: 'success.text', outline: 2, outlineColor: 'success.text' },
        selected && { borderColor: 'primary.text', outline: 2, outlineColor: 'primary.text' },
      ]}
    >
      {isEntered(node) && <Handle type="target" position={Position.Left} />}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, paddingInline: 3, paddingBlock: 2 }}>
        <Box
          aria-hidden
          sx={{
            display: 'flex',
            padding: 1,
            borderRadius: `${radius.control}px`,
            bgcolor: `${tone}.soft`,
            color: `${tone}.text`,
          }}
        >
          <Icon sx={{ fontSize: icon.medium }} />
        </Box>
        <Typography variant="subtitle2" noWrap sx={{ flex: 1 }}>
          {t(`type.${node.type}`)}
        </Typography>
        {codes.length > 0 && (
          <ErrorOutlineRounded
            titleAccess={codes.map((code) => t(`problem.${code}`)).join(' ')}
            sx={{ color: 'error.text', fontSize: icon.medium }}
          />
        )}
      </Box>
      {summary !== '' && (
        <Typography
          variant="body2"
          sx={{ ...CLAMPED, marginInline: 3, marginBottom: 2, color: 'text.secondary' }}
        >
          {summary}
        </Typography>
      )}
      {isSingle ? (
        <Handle type="source" id={first.handle} position={Position.Right} />
      ) : (
        [first, ...more].map((exit) => exit !== undefined && <ExitRow key={exit.handle} exit={exit} />)
      )}
      <Counts id={id} />
    </Box>
  );
});

const Card = (props: NodeProps<CanvasNode>) => {
  const {
    id,
    data: { node },
    selected,
  } = props;
  const view = use(CanvasViewContext);
  const cameWhileZooming = useMemo(() => view.isZooming(), [view]);
  const isPlain = (view.isFar || cameWhileZooming) && drawn.has(node.data);
  return (
    <>
      {selected && (
        <StepTools id={id} hasForm={STEP_KINDS[node.type].Form !== null} isStart={node.type === 'start'} />
      )}
      {isPlain ? <FarCard {...props} /> : <NearCard {...props} />}
    </>
  );
};

/** A node on the canvas: its type, what it says, and a handle for each exit. A flow seen from afar shows less. */
export const StepCard = memo(Card);
