import '@xyflow/react/dist/base.css';
import Box from '@mui/material/Box';
import { useColorScheme } from '@mui/material/styles';
import {
  type AriaLabelConfig,
  Background,
  MarkerType,
  MiniMap,
  ReactFlow,
  type ReactFlowInstance,
} from '@xyflow/react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useIsPhone } from '../../../lib/screen/use-is-phone.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { radius } from '../../../theme/tokens.ts';
import type { CanvasEdge, CanvasNode } from '../canvas-nodes.ts';
import { canConnect } from '../graph-edits.ts';
import { CanvasViewContext, MANY_NODES, useCanvasView } from '../hooks/use-canvas-view.ts';
import type { FlowGraphEditor } from '../hooks/use-flow-graph.ts';
import { StepCard } from './step-card.tsx';
import { WayEdge } from './way-edge.tsx';

const NODE_TYPES = { step: StepCard };
const EDGE_TYPES = { way: WayEdge };
const GRID_PX = 20;
const ZOOM = { min: 0.1, max: 2 } as const;
/** A single node is not shown larger than it is. */
const FIT = { padding: 0.15, maxZoom: 1 } as const;

const COLOURS = {
  '& .react-flow': {
    '--xy-background-color': 'var(--mui-palette-background-default)',
    '--xy-background-pattern-color': 'var(--mui-palette-divider)',
    '--xy-edge-stroke': 'var(--mui-palette-outline)',
    '--xy-edge-stroke-width': 2,
    '--xy-edge-stroke-selected': 'var(--mui-palette-primary-text)',
    '--xy-connectionline-stroke': 'var(--mui-palette-primary-text)',
    '--xy-connectionline-stroke-width': 2,
    '--xy-selection-background-color': 'transparent',
    '--xy-selection-border': '1px dashed var(--mui-palette-primary-text)',
    '--xy-minimap-background-color': 'var(--mui-palette-background-paper)',
    '--xy-minimap-mask-background-color':
      'color-mix(in srgb, var(--mui-palette-background-default) 75%, transparent)',
    '--xy-minimap-node-background-color': 'var(--mui-palette-outline)',
  },
  '& .react-flow__minimap': { borderRadius: `${radius.control}px`, overflow: 'hidden' },
  '& .react-flow__node:focus-visible': { outline: 'none' },
  '& .react-flow__node:focus-visible > *': {
    outline: '2px solid var(--mui-palette-primary-text)',
    outlineOffset: '2px',
  },
} as const;

const MARKER = { type: MarkerType.ArrowClosed, color: 'var(--mui-palette-outline)', width: 18, height: 18 };

interface FlowCanvasProps {
  editor: FlowGraphEditor;
  onInit: (canvas: ReactFlowInstance<CanvasNode, CanvasEdge>) => void;
  onEdit: (nodeId: string) => void;
  /** Panels over the canvas. */
  children: ReactNode;
}

/** The canvas with the nodes and connections of a flow. */
export const FlowCanvas = ({ editor, onInit, onEdit, children }: FlowCanvasProps) => {
  const { t } = useTranslation('flows');
  const isPhone = useIsPhone();
  const { mode = 'system' } = useColorScheme();
  const { graph, nodes, edges } = editor;
  const { view, onMove, onMoveEnd } = useCanvasView(nodes.length);
  const labels: Partial<AriaLabelConfig> = {
    'node.a11yDescription.default': t('keys.nodeHelp'),
    'node.a11yDescription.keyboardDisabled': t('keys.nodeHelp'),
    'edge.a11yDescription.default': t('keys.connectionHelp'),
    'minimap.ariaLabel': t('canvas.minimap'),
    'handle.ariaLabel': t('canvas.handle'),
    'node.a11yDescription.ariaLiveMessage': ({ x, y }) => t('canvas.moved', { x, y }),
  };
  /** The first Enter selects a node, which the canvas does; the next one opens it. */
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (key !== 'Enter' || !(target instanceof HTMLElement)) return;
    const { classList, dataset } = target;
    if (!classList.contains('react-flow__node') || !classList.contains('selected')) return;
    // Otherwise the dialog's first field gets the key.
    event.preventDefault();
    event.stopPropagation();
    if (dataset.id !== undefined) onEdit(dataset.id);
  };
  return (
    <Box
      component="section"
      aria-label={t('canvas.label')}
      onKeyDownCapture={onKeyDown}
      sx={{ position: 'relative', flex: 1, minWidth: 0, minHeight: 0, ...COLOURS }}
    >
      <CanvasViewContext value={view}>
        <ReactFlow<CanvasNode, CanvasEdge>
          nodes={nodes}
          edges={edges}
          nodeTypes={NODE_TYPES}
          edgeTypes={EDGE_TYPES}
          colorMode={mode}
          onInit={onInit}
          onMove={onMove}
          onMoveEnd={onMoveEnd}
          onNodesChange={editor.onNodesChange}
          onEdgesChange={editor.onEdgesChange}
          onNodeDragStart={() => editor.setDragging(true)}
          onNodeDragStop={() => editor.setDragging(false)}
          onSelectionDragStart={() => editor.setDragging(true)}
          onSelectionDragStop={() => editor.setDragging(false)}
          onNodeDoubleClick={(_event, { id }) => onEdit(id)}
          onConnect={({ source, sourceHandle, target }) =>
            editor.connect({ source, sourceHandle: sourceHandle ?? 'a', target })
          }
          isValidConnection={({ source, sourceHandle, target }) =>
            source !== target && canConnect(graph, { source, sourceHandle: sourceHandle ?? 'a', target })
          }
          defaultEdgeOptions={{ markerEnd: MARKER }}
          ariaLabelConfig={labels}
          onlyRenderVisibleElements={nodes.length > MANY_NODES}
          deleteKeyCode={null}
          zoomOnDoubleClick={false}
          minZoom={ZOOM.min}
          maxZoom={ZOOM.max}
          connectionRadius={40}
          fitView
          fitViewOptions={FIT}
          proOptions={{ hideAttribution: true }}
        >
          {nodes.length <= MANY_NODES && <Background gap={GRID_PX} />}
          {!isPhone && <MiniMap pannable zoomable position="bottom-right" />}
          {children}
        </ReactFlow>
      </CanvasViewContext>
    </Box>
  );
};

/** How the canvas is fitted to the window. */
export const FIT_OPTIONS = FIT;
