import { styled } from '@mui/material/styles';
import { type NodeProps, useStoreApi } from '@xyflow/react';
import { use } from 'react';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { radius } from '../../../theme/tokens.ts';
import type { CanvasNode } from '../canvas-nodes.ts';
import { exitsOf } from '../flow-exits.ts';
import { EditorMarksContext } from '../hooks/editor-marks.ts';
import { useStepTexts } from '../hooks/use-step-texts.ts';
import { STEP_KINDS } from '../nodes/step-kinds.ts';

const HEAD_PX = 36;

/**
 * One style sheet, and no text, clip or transform: each frame draws hundreds of these while the canvas moves, and the
 * browser sorts every clipped or transformed part into layers anew.
 */
const Root = styled('div')(({ theme }) => {
  const palette = theme.vars?.palette ?? theme.palette;
  return {
    border: `1px solid ${palette.divider}`,
    borderRadius: radius.card,
    backgroundColor: palette.background.paper,
    // The canvas finds the ends of connections by these classes.
    '& .source, & .target': { position: 'absolute' },
    '& .head': { height: HEAD_PX, borderRadius: `${radius.card}px ${radius.card}px 0 0` },
    '&[data-mark=problem]': { borderColor: palette.error.main, outline: `8px solid ${palette.error.main}` },
    '&[data-mark=at]': { borderColor: palette.success.text, outline: `8px solid ${palette.success.text}` },
    '&[data-mark=selected]': {
      borderColor: palette.primary.text,
      outline: `8px solid ${palette.primary.text}`,
    },
  };
});

/**
 * The card of a node while the canvas is zoomed out. It shows the node's type by a colour, and its mark, but no text; screen
 * readers read the texts of the full card. It has the size of the full card.
 */
export const FarCard = ({ id, data: { node }, selected, width, height }: NodeProps<CanvasNode>) => {
  const { t } = useTranslation('flows');
  const { problems, at } = use(EditorMarksContext);
  const { summaryOf, exitText } = useStepTexts();
  const bounds = useStoreApi().getState().nodeLookup.get(id)?.internals.handleBounds;
  const handles = [...(bounds?.source ?? []), ...(bounds?.target ?? [])];
  const codes = problems.get(id) ?? [];
  const mark = selected ? 'selected' : at === id ? 'at' : codes.length > 0 ? 'problem' : undefined;
  const texts = [
    t(`type.${node.type}`),
    ...codes.map((code) => t(`problem.${code}`)),
    summaryOf(node),
    ...exitsOf(node).map(exitText),
  ];
  return (
    <Root
      role="img"
      aria-label={texts.filter((text) => text !== '').join('\n')}
      data-mark={mark}
      style={{ width, height }}
    >
      <div
        className="head"
        style={{ backgroundColor: `var(--mui-palette-${STEP_KINDS[node.type].tone}-soft)` }}
      />
      {handles.map(({ id: handleId, type, position, x, y, width: wide, height: high }) => (
        <i
          key={`${type}-${handleId}`}
          className={type}
          data-handleid={handleId}
          data-handlepos={position}
          style={{ left: x, top: y, width: wide, height: high }}
        />
      ))}
    </Root>
  );
};
