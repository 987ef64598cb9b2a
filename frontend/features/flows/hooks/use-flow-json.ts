import type { FlowGraph } from '@prosa/shared/entities/flow.ts';
import { notifySuccess, notifyWarning } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { flowFromJson, flowToJson, jsonFileName } from '../flow-json.ts';
import { saveTextFile } from '../save-text-file.ts';

/** Time to read why a file cannot be imported. */
const READING_MS = 6000;

/** Returns functions that save a flow as a JSON file, and read one. */
export const useFlowJson = (name: string, graph: FlowGraph, onImport: (graph: FlowGraph) => void) => {
  const { t } = useTranslation('flows');
  return {
    exportFile: () => saveTextFile(jsonFileName(name), flowToJson(name, graph)),
    importFile: async (file: File): Promise<void> => {
      const read = flowFromJson(await file.text());
      if ('problem' in read) {
        notifyWarning(t(`import.${read.problem}`), READING_MS);
        return;
      }
      onImport(read.graph);
      notifySuccess(t('import.done'));
    },
  };
};
