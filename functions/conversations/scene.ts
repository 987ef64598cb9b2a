import { type Known, NOTHING_KNOWN } from '../domain/engine/world.ts';
import { type Directory, requireDirectory } from '../platform/directory.ts';
import { openTable, type Table } from '../platform/table/table.ts';
import type { ContactRow } from '../repositories/contacts/contacts.ts';
import type { MessageRow } from '../repositories/tickets/messages.ts';
import type { AttendanceRow, ConversationRow, TicketRow } from '../repositories/tickets/tickets.ts';
import type { Actor } from './actor.ts';
import type { FoundConversation, MessageEvent } from './find-conversation.ts';

/** The actor, and rows that were loaded before the decision. */
export interface Scene {
  actor: Actor;
  table: Table;
  directory: Directory;
  /** Data that a decision may need and that was already read. */
  known: Known;
}

export interface TicketScene extends Scene {
  ticket: TicketRow;
}

export interface AttendanceScene extends TicketScene {
  /** The ticket's newest attendance, finished or not. */
  attendance: AttendanceRow | undefined;
}

export interface MessageScene extends TicketScene {
  message: MessageRow;
}

export interface ContactScene extends Scene {
  /** The contact, or the contact that it was merged into. */
  contact: ContactRow;
  /** Of contact and connection; undefined if they have none. A pointer to a deleted ticket counts as no pointer. */
  conversation: ConversationRow | undefined;
  /** The active ticket of contact and connection. */
  active: TicketRow | undefined;
}

export interface EventScene extends Scene, FoundConversation {
  event: MessageEvent;
}

/** Returns a scene without rows, for callers that add their own. */
export const emptyScene = (actor: Actor): Scene => {
  const { directory } = actor;
  return { actor, directory, table: openTable(directory.companyId), known: NOTHING_KNOWN };
};

/** Returns the directory of a table's company. */
export const directoryOf = ({ companyId }: Table): Promise<Directory> => {
  if (companyId === null) throw new Error('a conversation belongs to a company');
  return requireDirectory(companyId);
};
