import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { waitingSince } from './wait.ts';

/** Kind of the panel's drags, so that nothing else can be dropped on it. */
export const PANEL_DRAG = 'panel-ticket';

/** An agent with the tickets that the agent attends. */
export interface PanelAgent {
  id: number;
  name: string;
  tickets: TicketView[];
}

const byWait = (a: TicketView, b: TicketView): number =>
  Date.parse(waitingSince(a)) - Date.parse(waitingSince(b)) || a.id - b.id;

/**
 * Returns the panel's columns: the waiting tickets, the longest wait first, and the agents by name.
 * @param present agents with a column even if they have no ticket
 */
export const panelColumns = (
  tickets: readonly TicketView[],
  present: readonly { id: number; name: string }[] = [],
): { waiting: TicketView[]; agents: PanelAgent[] } => {
  const waiting: TicketView[] = [];
  const agents = new Map(
    present.map(({ id, name }): [number, PanelAgent] => [id, { id, name, tickets: [] }]),
  );
  for (const ticket of tickets) {
    const { userId, user } = ticket;
    if (userId === null) {
      waiting.push(ticket);
      continue;
    }
    const agent = agents.get(userId);
    if (agent === undefined) agents.set(userId, { id: userId, name: user?.name ?? '', tickets: [ticket] });
    else agent.tickets.push(ticket);
  }
  return {
    waiting: waiting.toSorted(byWait),
    agents: [...agents.values()].toSorted((a, b) => a.name.localeCompare(b.name)),
  };
};
