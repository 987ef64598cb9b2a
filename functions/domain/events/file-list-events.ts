import type { FileList } from '@prosa/shared/entities/file-list.ts';
import { presentFileList } from '../presenters/present-file-list.ts';
import { deliver } from './audience.ts';
import type { Bookkeeping, Change, Delivery, EventContext } from './context.ts';

/** Decides the events of a changed file list. Only administrators get them, because only they may read file lists. */
export const fileListEvents = (
  { before, after }: Change<FileList & Bookkeeping>,
  context: EventContext,
): Delivery[] => {
  if (before?.version === after?.version) return [];
  const params = { companyId: context.companyId };
  if (after !== undefined) {
    const action = before === undefined ? 'create' : 'update';
    const file = presentFileList(after, context.link);
    return [deliver(context, { name: 'file', params, data: { action, file } }, {})];
  }
  return before === undefined
    ? []
    : [deliver(context, { name: 'file', params, data: { action: 'delete', fileId: before.id } }, {})];
};
