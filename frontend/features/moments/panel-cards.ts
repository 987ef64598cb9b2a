import type { TicketView } from '@prosa/shared/contracts/tickets.ts';

/** A card of the panel: what an agent has, or with `agent` null what nobody has. */
export interface PanelCard {
  agent: { id: number; name: string } | null;
  tickets: TicketView[];
}

/** The cards of the panel: first what waits for somebody, which is always there, then the agents by name. */
export const panelCards = (tickets: readonly TicketView[]): PanelCard[] => {
  const waiting: PanelCard = { agent: null, tickets: [] };
  const byAgent = new Map<number, PanelCard>();
  for (const ticket of tickets) {
    const { userId, user } = ticket;
    if (userId === null) {
      waiting.tickets.push(ticket);
      continue;
    }
    const card = byAgent.get(userId);
    if (card === undefined)
      byAgent.set(userId, { agent: { id: userId, name: user?.name ?? '' }, tickets: [ticket] });
    else card.tickets.push(ticket);
  }
  const nameOf = ({ agent }: PanelCard): string => agent?.name ?? '';
  return [waiting, ...[...byAgent.values()].toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)))];
};
