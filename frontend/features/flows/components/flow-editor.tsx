import Box from '@mui/material/Box';
import { type FlowProblem, type FlowWithGraph, flowRoutes } from '@prosa/shared/contracts/flows.ts';
import type { FlowNode, FlowNodeType } from '@prosa/shared/entities/flow.ts';
import { Panel, type ReactFlowInstance } from '@xyflow/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { notifyError, notifyInfo } from '../../../lib/screen/notify.ts';
import { useIsPhone } from '../../../lib/screen/use-is-phone.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import type { CanvasEdge, CanvasNode } from '../canvas-nodes.ts';
import { copyParts, partsText, readParts } from '../clipboard.ts';
import { freePlace, hasRoomFor, makeNodeId, nodeOf } from '../graph-edits.ts';
import {
  type EditorActs,
  EditorActsContext,
  type EditorMarks,
  EditorMarksContext,
  type FlowProblemCode,
} from '../hooks/editor-marks.ts';
import { FlowFileLinks, useKeptFileLinks } from '../hooks/flow-file-links.ts';
import { AnswerKeys } from '../hooks/flow-variables.ts';
import { useDraft } from '../hooks/use-draft.ts';
import { useEditorKeys } from '../hooks/use-editor-keys.ts';
import { useFigures } from '../hooks/use-figures.ts';
import { useFlowGraph } from '../hooks/use-flow-graph.ts';
import { useFlowJson } from '../hooks/use-flow-json.ts';
import { useFlowTryOut } from '../hooks/use-flow-try-out.ts';
import { useLeaveGuard } from '../hooks/use-leave-guard.ts';
import { usePublish } from '../hooks/use-publish.ts';
import { useStepTexts } from '../hooks/use-step-texts.ts';
import { emptyNode } from '../new-nodes.ts';
import { STEP_KINDS } from '../nodes/step-kinds.ts';
import { AddStep } from './add-step.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import { DraftNotice } from './draft-notice.tsx';
import { EditorHeader } from './editor-header.tsx';
import { EditorPanels } from './editor-panels.tsx';
import { type EditorPanel, EditorToolbar } from './editor-toolbar.tsx';
import { FIT_OPTIONS, FlowCanvas } from './flow-canvas.tsx';
import { StepDialog } from './step-dialog.tsx';

/** The start's id, by the specification. */
const START_ID = '1';
/** Half of a new node, so that it stands in the middle of the canvas. */
const HALF_NODE = { x: 120, y: 40 };

const byNode = (problems: readonly FlowProblem[]): Map<string, FlowProblemCode[]> => {
  const codes = new Map<string, FlowProblemCode[]>();
  for (const { nodeId, code } of problems)
    if (nodeId !== null) codes.set(nodeId, [...(codes.get(nodeId) ?? []), code]);
  return codes;
};

/** The editor of a flow. */
const Editor = ({ flow }: { flow: FlowWithGraph }) => {
  const { t } = useTranslation('flows');
  const { nameOf } = useStepTexts();
  const editor = useFlowGraph(flow.flow, nameOf);
  const { graph } = editor;
  const draft = useDraft(flow, graph);
  const [panel, setPanel] = useState<EditorPanel | null>(null);
  const isPhone = useIsPhone();
  const publishing = usePublish(graph, draft, () => openPanel('problems'));
  const figures = useFigures(flow.id, panel === 'figures');
  const tryOut = useFlowTryOut(flow.id, graph);
  const canvas = useRef<ReactFlowInstance<CanvasNode, CanvasEdge> | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const importField = useRef<HTMLInputElement>(null);
  const [editing, setEditing] = useState<{ node: FlowNode; isNew: boolean } | null>(null);
  const [connecting, setConnecting] = useState<string | null>(null);
  useLeaveGuard(draft.status !== 'saved', draft.flush);

  const fit = () => void canvas.current?.fitView(FIT_OPTIONS);
  /** Fits the canvas once it has measured itself and its nodes, which is in the next frame. */
  const fitSoon = () => requestAnimationFrame(() => requestAnimationFrame(fit));
  const openPanel = (next: EditorPanel | null) => {
    setPanel(next);
    // Panels are below the canvas on phones and leave it little room.
    if (isPhone) fitSoon();
  };
  const json = useFlowJson(flow.name, graph, (read) => {
    editor.load(read);
    fitSoon();
  });
  const tellFull = () => notifyInfo(t('add.full'));
  const showNode = (id: string) => {
    editor.select(new Set([id]));
    void canvas.current?.fitView({ nodes: [{ id }], ...FIT_OPTIONS });
  };
  const edit = (id: string) => {
    const node = nodeOf(graph, id);
    if (node !== undefined && STEP_KINDS[node.type].Form !== null) setEditing({ node, isNew: false });
  };
  const add = (type: FlowNodeType) => {
    const { left = 0, top = 0, width = 0, height = 0 } = box.current?.getBoundingClientRect() ?? {};
    const middle = canvas.current?.screenToFlowPosition({ x: left + width / 2, y: top + height / 2 });
    const place = freePlace(graph, {
      x: (middle?.x ?? 0) - HALF_NODE.x,
      y: (middle?.y ?? 0) - HALF_NODE.y,
    });
    const node = emptyNode(type, type === 'start' ? START_ID : makeNodeId(), place);
    if (STEP_KINDS[type].Form === null) editor.add(node);
    else setEditing({ node, isNew: true });
  };
  const duplicate = (ids: ReadonlySet<string>) => {
    const isCopied = [...ids].some((id) => nodeOf(graph, id)?.type !== 'start');
    if (isCopied && editor.duplicate(ids) === undefined) tellFull();
  };
  const loadOthers = () =>
    call(flowRoutes.getGraph, { params: { id: flow.id } }).then(({ flow: other }) => {
      draft.adopt(other);
      editor.load(other.flow);
    }, notifyError);

  useEditorKeys({
    undo: editor.undo,
    redo: editor.redo,
    remove: () => editor.remove(editor.selectedNodes, editor.selectedEdges),
    duplicate: () => duplicate(editor.selectedNodes),
    selectAll: editor.selectAll,
    publish: () => void publishing.publish(),
    copy: () => {
      const parts = copyParts(graph, editor.selectedNodes);
      return parts.nodes.length === 0 ? undefined : partsText(parts);
    },
    paste: (text) => {
      const parts = readParts(text);
      if (parts === undefined) return false;
      if (editor.paste(parts) === undefined) tellFull();
      return true;
    },
  });

  const latest = useRef({ edit, duplicate, remove: editor.remove });
  useEffect(() => {
    latest.current = { edit, duplicate, remove: editor.remove };
  });
  const acts = useMemo<EditorActs>(
    () => ({
      edit: (id) => latest.current.edit(id),
      duplicate: (id) => latest.current.duplicate(new Set([id])),
      remove: (id) => latest.current.remove(new Set([id])),
      connectFrom: setConnecting,
      removeConnection: (id) => latest.current.remove(new Set(), new Set([id])),
    }),
    [],
  );
  const { problems } = publishing;
  const { counts } = figures;
  const isMarked = panel === 'problems';
  const at = panel === 'tryOut' ? tryOut.at : null;
  // Keeps the node in view at which the tried out conversation is.
  useEffect(() => {
    const shown = at === null ? undefined : canvas.current?.getInternalNode(at);
    if (shown === undefined) return;
    const { x, y } = shown.internals.positionAbsolute;
    const { width = 0, height = 0 } = shown.measured;
    void canvas.current?.setCenter(x + width / 2, y + height / 2, { zoom: canvas.current.getZoom() });
  }, [at]);
  const marks = useMemo<EditorMarks>(
    () => ({ problems: isMarked ? byNode(problems) : new Map(), counts, at }),
    [isMarked, problems, counts, at],
  );

  return (
    <AnswerKeys value={editor.keys}>
      <EditorActsContext value={acts}>
        <EditorMarksContext value={marks}>
          <Box sx={{ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 }}>
            <EditorHeader
              name={flow.name}
              status={draft.status}
              isUnpublished={publishing.isUnpublished}
              isPublishing={publishing.isPublishing}
              onPublish={() => void publishing.publish()}
            />
            <DraftNotice
              status={draft.status}
              failure={draft.failure}
              onRetry={() => void draft.flush()}
              onOverwrite={() => void draft.overwrite()}
              onLoad={() => void loadOthers()}
            />
            <EditorToolbar
              canUndo={editor.canUndo}
              canRedo={editor.canRedo}
              problemCount={problems.length}
              panel={panel}
              onPanel={openPanel}
              onUndo={editor.undo}
              onRedo={editor.redo}
              onArrange={() => {
                editor.arrange();
                fitSoon();
              }}
              onFit={fit}
              onZoom={(way) => void (way === 'in' ? canvas.current?.zoomIn() : canvas.current?.zoomOut())}
              onImport={() => importField.current?.click()}
              onExport={json.exportFile}
            />
            <Box
              ref={box}
              sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: { xs: 'column', md: 'row' } }}
            >
              <FlowCanvas
                editor={editor}
                onInit={(made) => {
                  canvas.current = made;
                }}
                onEdit={edit}
              >
                <Panel position="bottom-left">
                  <AddStep
                    hasStart={graph.nodes.some(({ type }) => type === 'start')}
                    isFull={!hasRoomFor(graph, 1)}
                    onAdd={add}
                  />
                </Panel>
              </FlowCanvas>
              {panel !== null && (
                <EditorPanels
                  panel={panel}
                  graph={graph}
                  problems={problems}
                  figures={figures}
                  tryOut={tryOut}
                  onShow={showNode}
                  onRemoveConnection={acts.removeConnection}
                  onClose={() => openPanel(null)}
                />
              )}
            </Box>
          </Box>
          <input
            ref={importField}
            type="file"
            hidden
            accept="application/json,.json"
            aria-label={t('tool.import')}
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              if (file !== undefined) void json.importFile(file);
              // Allows selecting the same file again.
              event.target.value = '';
            }}
          />
          {editing !== null && (
            <StepDialog
              node={editing.node}
              isNew={editing.isNew}
              onSave={(node) => (editing.isNew ? editor.add(node) : editor.replace(node))}
              onClose={() => setEditing(null)}
            />
          )}
          {connecting !== null && (
            <ConnectDialog
              graph={graph}
              sourceId={connecting}
              onConnect={(sourceHandle, target) =>
                editor.connect({ source: connecting, sourceHandle, target })
              }
              onDisconnect={(handle) => editor.disconnect(connecting, handle)}
              onClose={() => setConnecting(null)}
            />
          )}
        </EditorMarksContext>
      </EditorActsContext>
    </AnswerKeys>
  );
};

/** The editor of a flow, with the links to its files. */
export const FlowEditor = ({ flow }: { flow: FlowWithGraph }) => {
  const links = useKeptFileLinks(flow.files);
  return (
    <FlowFileLinks value={links}>
      <Editor flow={flow} />
    </FlowFileLinks>
  );
};
