import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import Box from '@mui/material/Box';
import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getBezierPath } from '@xyflow/react';
import { memo, use } from 'react';
import { IconAction } from '../../../components/icon-action.tsx';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { font, radius } from '../../../theme/tokens.ts';
import type { CanvasEdge } from '../canvas-nodes.ts';
import { EditorActsContext, EditorMarksContext } from '../hooks/editor-marks.ts';

const Way = ({
  id,
  sourceX,
  sourceY,
  targetX,
  targetY,
  sourcePosition,
  targetPosition,
  selected,
  markerEnd,
}: EdgeProps<CanvasEdge>) => {
  const { t } = useTranslation('flows');
  const acts = use(EditorActsContext);
  const { counts } = use(EditorMarksContext);
  const [path, labelX, labelY] = getBezierPath({
    sourceX,
    sourceY,
    targetX,
    targetY,
    sourcePosition,
    targetPosition,
  });
  const count = counts?.connections.get(id) ?? 0;
  const label = {
    position: 'absolute',
    transform: `translate(-50%, -50%) translate(${labelX}px, ${labelY}px)`,
    pointerEvents: 'all',
    border: 1,
    borderColor: 'divider',
    borderRadius: `${radius.control}px`,
    bgcolor: 'background.raised',
  } as const;
  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        {...(markerEnd === undefined ? {} : { markerEnd })}
        interactionWidth={24}
      />
      {selected === true ? (
        <EdgeLabelRenderer>
          <Box className="nopan nodrag" sx={label}>
            <IconAction
              size="small"
              label={t('connection.remove')}
              icon={<DeleteOutlineRounded />}
              onClick={() => acts.removeConnection(id)}
            />
          </Box>
        </EdgeLabelRenderer>
      ) : (
        counts !== null && (
          <EdgeLabelRenderer>
            <Box
              className="nopan nodrag"
              sx={{
                ...label,
                pointerEvents: 'none',
                paddingInline: 2,
                fontSize: font.caption,
                fontVariantNumeric: 'tabular-nums',
                color: count > 0 ? 'text.primary' : 'text.secondary',
              }}
            >
              {formatNumber(count)}
            </Box>
          </EdgeLabelRenderer>
        )
      )}
    </>
  );
};

/** A connection on the canvas, with a button to remove it while it is selected. */
export const WayEdge = memo(Way);
