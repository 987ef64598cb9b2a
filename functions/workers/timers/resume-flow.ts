import { channelOf } from '../../channels/channels.ts';
import { act } from '../../conversations/act.ts';
import { asAutomation } from '../../conversations/actor.ts';
import { copyFile } from '../../conversations/copy-file.ts';
import { emptyScene } from '../../conversations/scene.ts';
import { flowResumeTurn } from '../../domain/engine/flow.ts';
import { engineWorld } from '../../domain/engine/world.ts';
import type { SystemPrincipal } from '../../platform/auth/principal.ts';
import { systemClock } from '../../platform/clock.ts';
import { getDirectory } from '../../platform/directory.ts';
import { systemIds } from '../../platform/ids.ts';
import { loadTicket } from '../../repositories/tickets/tickets.ts';

/**
 * Continues a ticket's flow after a pause: one read of the ticket, and one transaction. Does nothing if the pause that
 * the token names is over.
 */
export const resumeFlow = async (
  { companyId }: SystemPrincipal,
  ticketId: number,
  token: string,
): Promise<void> => {
  const directory = await getDirectory(companyId);
  if (directory === undefined) return;
  const open = async () => {
    const scene = emptyScene(asAutomation(directory));
    return { ...scene, ticket: await loadTicket(scene.table, ticketId) };
  };
  await act({ ids: systemIds, clock: systemClock, copyFile }, open, ({ ticket }, world, moment) =>
    ticket === undefined || ticket.connectionId === null
      ? undefined
      : flowResumeTurn(ticket, token, engineWorld(world, channelOf(ticket), ticket.connectionId), moment),
  );
};
