import type { FlowGraph } from '@prosa/shared/entities/flow.ts';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import * as z from 'zod';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormSelect } from '../../../components/form-fields.tsx';
import { truncate } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { exitsOf, handleOf, isEntered } from '../flow-exits.ts';
import { nodeOf } from '../graph-edits.ts';
import { useStepTexts } from '../hooks/use-step-texts.ts';

const NAME_CHARS = 60;

const schema = z.object({ handle: z.string(), target: z.string().nullable() });

interface ConnectDialogProps {
  graph: FlowGraph;
  sourceId: string;
  onConnect: (handle: string, target: string) => void;
  onDisconnect: (handle: string) => void;
  onClose: () => void;
}

const targetOf = (graph: FlowGraph, sourceId: string, handle: string): string | null =>
  graph.connections.find((one) => one.source === sourceId && handleOf(one) === handle)?.target ?? null;

/** Shows where the chosen exit leads now. */
const FollowExit = ({ graph, sourceId }: Pick<ConnectDialogProps, 'graph' | 'sourceId'>) => {
  const { setValue } = useFormContext();
  const handle: unknown = useWatch({ name: 'handle' });
  const [shown, setShown] = useState(handle);
  if (shown !== handle) {
    setShown(handle);
    if (typeof handle === 'string')
      queueMicrotask(() => setValue('target', targetOf(graph, sourceId, handle)));
  }
  return null;
};

/** Connects an exit of a node with another node: by keyboard, and where fingers cannot draw a line. */
export const ConnectDialog = ({ graph, sourceId, onConnect, onDisconnect, onClose }: ConnectDialogProps) => {
  const { t } = useTranslation('flows');
  const { nameOf, exitText } = useStepTexts();
  const source = nodeOf(graph, sourceId);
  if (source === undefined) return null;
  const exits = exitsOf(source);
  const first = exits.find(({ handle }) => targetOf(graph, sourceId, handle) === null) ?? exits[0];
  return (
    <FormDialog
      open
      width="narrow"
      title={t('connection.title', { step: truncate(nameOf(source), NAME_CHARS) })}
      schema={schema}
      submitLabel={t('connection.save')}
      defaultValues={{
        handle: first?.handle ?? '',
        target: first === undefined ? null : targetOf(graph, sourceId, first.handle),
      }}
      onClose={onClose}
      onSubmit={async ({ handle, target }) => {
        if (target === null) onDisconnect(handle);
        else onConnect(handle, target);
        onClose();
      }}
    >
      <FollowExit graph={graph} sourceId={sourceId} />
      {exits.length > 1 && (
        <FormSelect
          name="handle"
          label={t('connection.exit')}
          choices={exits.map((exit) => ({ value: exit.handle, label: exitText(exit) }))}
        />
      )}
      <FormSelect
        name="target"
        label={t('connection.target')}
        noneLabel={t('connection.none')}
        autoFocus
        choices={graph.nodes
          .filter((node) => isEntered(node) && node.id !== sourceId)
          .map((node) => ({ value: node.id, label: truncate(nameOf(node), NAME_CHARS) }))}
      />
    </FormDialog>
  );
};
