import { channelOf } from '../../channels/channels.ts';
import { act } from '../../conversations/act.ts';
import { asAutomation } from '../../conversations/actor.ts';
import { copyFile } from '../../conversations/copy-file.ts';
import { emptyScene } from '../../conversations/scene.ts';
import { customerTurn } from '../../domain/engine/customer-turn.ts';
import { engineWorld } from '../../domain/engine/world.ts';
import type { SystemPrincipal } from '../../platform/auth/principal.ts';
import { systemClock } from '../../platform/clock.ts';
import { getDirectory } from '../../platform/directory.ts';
import { systemIds } from '../../platform/ids.ts';
import { loadMessage } from '../../repositories/tickets/messages.ts';
import { loadTicket } from '../../repositories/tickets/tickets.ts';

/**
 * Answers all unanswered messages of a customer together, after the customer pauses. Costs one read for the ticket, one
 * read for each message, and one transaction. Does nothing if the customer wrote again, because the newest message
 * triggers the answer to all messages. Does nothing if the answer was already sent.
 * @param newestId the message that triggers the answer
 */
export const answerCustomer = async (
  { companyId }: SystemPrincipal,
  ticketId: number,
  newestId: string,
): Promise<void> => {
  const directory = await getDirectory(companyId);
  if (directory === undefined) return;
  const open = async () => {
    const scene = emptyScene(asAutomation(directory));
    const ticket = await loadTicket(scene.table, ticketId);
    const heard = ticket?.unanswered?.messageIds ?? [];
    const ids = heard.at(-1) === newestId ? heard : [];
    const messages = new Map(
      await Promise.all(ids.map(async (id) => [id, await loadMessage(scene.table, id)] as const)),
    );
    return { ...scene, ticket, known: { ...scene.known, messages } };
  };
  await act({ ids: systemIds, clock: systemClock, copyFile }, open, ({ ticket }, world, moment) =>
    ticket === undefined || ticket.connectionId === null
      ? undefined
      : customerTurn(ticket, newestId, engineWorld(world, channelOf(ticket), ticket.connectionId), moment),
  );
};
