import type { DirectoryConnection } from '@prosa/shared/entities/connection.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { channelOf } from '../channels/channels.ts';
import type { Table } from '../platform/table/table.ts';
import { loadConnection } from '../repositories/connections/connections.ts';
import { findTemplate, type TemplateRow } from '../repositories/connections/message-templates.ts';

/**
 * Returns a template of a connection as it was last read from the provider. Two reads.
 * @param connection undefined if there is none
 * @throws AppError ERR_NO_TEMPLATE_FOUND, also on a channel without templates
 */
export const requireTemplate = async (
  table: Table,
  connection: Pick<DirectoryConnection, 'id' | 'channel'> | undefined,
  named: { name: string; language: string },
): Promise<TemplateRow> => {
  const owner =
    connection !== undefined && channelOf(connection).capabilities.templates
      ? await loadConnection(table, connection.id)
      : undefined;
  const template = owner === undefined ? undefined : await findTemplate(table, owner, named);
  if (template === undefined) throw new AppError('ERR_NO_TEMPLATE_FOUND');
  return template;
};
