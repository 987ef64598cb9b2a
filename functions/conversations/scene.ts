import { type Known, NOTHING_KNOWN } from '../domain/engine/world.ts';
import { type Directory, requireDirectory } from '../platform/directory.ts';
import { openTable, type Table } from '../platform/table/table.ts';
import type { ContactRow } from '../repositories/contacts/contacts.ts';
import type { MessageRow } from '../repositories/tickets/messages.ts';
import type { ConversationRow, TicketRow, TrackingRow } from '../repositories/tickets/tickets.ts';
import type { Actor } from './actor.ts';
import type { FoundConversation, MessageEvent } from './find-conversation.ts';

/** The actor, and rows that were loaded before. */
export interface Scene {
  actor: Actor;
  table: Table;
  directory: Directory;
  /** Of what a decision may ask for, what was read along. */
  known: Known;
}

export interface TicketScene extends Scene {
  ticket: TicketRow;
}

export interface AttendanceScene extends TicketScene {
  /** The ticket's newest stretch of attendance, finished or not. */
  tracking: TrackingRow | undefined;
}

export interface MessageScene extends TicketScene {
  message: MessageRow;
}

export interface ContactScene extends Scene {
  /** The contact, or the one that it was merged into. */
  contact: ContactRow;
  /** Of contact and connection; undefined where they never met. A pointer to a ticket that is gone points to nothing. */
  conversation: ConversationRow | undefined;
  /** The ticket that contact and connection have going. */
  active: TicketRow | undefined;
}

export interface EventScene extends Scene, FoundConversation {
  event: MessageEvent;
}

/** A scene with nothing on it yet: whoever decides by rows of its own adds them. */
export const emptyScene = (actor: Actor): Scene => {
  const { directory } = actor;
  return { actor, directory, table: openTable(directory.companyId), known: NOTHING_KNOWN };
};

/** The directory of a table's company. */
export const directoryOf = ({ companyId }: Table): Promise<Directory> => {
  if (companyId === null) throw new Error('a conversation belongs to a company');
  return requireDirectory(companyId);
};
