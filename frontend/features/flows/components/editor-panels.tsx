import type { FlowProblem } from '@prosa/shared/contracts/flows.ts';
import type { FlowGraph } from '@prosa/shared/entities/flow.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import type { Figures } from '../hooks/use-figures.ts';
import type { FlowTryOut } from '../hooks/use-flow-try-out.ts';
import type { EditorPanel } from './editor-toolbar.tsx';
import { FiguresPanel } from './figures-panel.tsx';
import { ProblemsPanel } from './problems-panel.tsx';
import { SearchPanel } from './search-panel.tsx';
import { SidePanel } from './side-panel.tsx';
import { TryOutPanel } from './try-out-panel.tsx';

interface EditorPanelsProps {
  panel: EditorPanel;
  graph: FlowGraph;
  problems: readonly FlowProblem[];
  figures: Figures;
  tryOut: FlowTryOut;
  onShow: (nodeId: string) => void;
  onRemoveConnection: (connectionId: string) => void;
  onClose: () => void;
}

/** The open panel of the editor. */
export const EditorPanels = ({
  panel,
  graph,
  problems,
  figures,
  tryOut,
  onShow,
  onRemoveConnection,
  onClose,
}: EditorPanelsProps) => {
  const { t } = useTranslation('flows');
  return (
    <SidePanel key={panel} title={t(`tool.${panel}`)} onClose={onClose}>
      {panel === 'search' && <SearchPanel graph={graph} onShow={onShow} />}
      {panel === 'problems' && (
        <ProblemsPanel
          graph={graph}
          problems={problems}
          onShow={({ nodeId, connectionId }) => {
            if (nodeId !== null) onShow(nodeId);
            // A connection that leads nowhere is not on the canvas.
            else if (connectionId !== null) onRemoveConnection(connectionId);
          }}
        />
      )}
      {panel === 'figures' && <FiguresPanel figures={figures} />}
      {panel === 'tryOut' && <TryOutPanel tryOut={tryOut} />}
    </SidePanel>
  );
};
