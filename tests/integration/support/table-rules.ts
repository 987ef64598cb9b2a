import type { TableRow } from './table-scan.ts';

const ACTIVE = new Set(['pending', 'open', 'group', 'nps', 'lgpd']);

/**
 * Checks the invariants of a table at rest from its rows alone. Returns each broken rule with the row that breaks it:
 * no message without its ticket and its marker, no marker of a stored message without the message, one active ticket
 * for each contact and connection and the pointer to it, nothing findable or active of a merged contact, and a log
 * that begins when the ticket does.
 */
export const brokenRules = (rows: readonly TableRow[]): string[] => {
  const broken: string[] = [];
  const companyOf = ({ pk }: TableRow): string => pk.split('#')[1] ?? '';
  const byEntity = Map.groupBy(rows, ({ entity }) => entity);
  const all = (entity: string) => byEntity.get(entity) ?? [];
  const id = (row: TableRow, ...names: string[]): string =>
    [companyOf(row), ...names.map((name) => String(row.fields[name]))].join('/');
  const idsOf = (entity: string, ...names: string[]) => new Set(all(entity).map((row) => id(row, ...names)));

  const tickets = idsOf('ticket', 'id');
  const contacts = idsOf('contact', 'id');
  const merged = new Set(
    all('contact')
      .filter(({ fields }) => fields.mergedInto != null)
      .map((row) => id(row, 'id')),
  );
  const messages = idsOf('message', 'id');
  const markers = new Map(
    all('providerMessage').map((row) => [id(row, 'connectionId', 'providerMessageId'), row]),
  );
  const logs = Map.groupBy(all('ticketLog'), (row) => id(row, 'ticketId'));
  const pointers = new Map(all('conversation').map((row) => [id(row, 'contactId', 'connectionId'), row]));

  for (const message of all('message')) {
    if (!tickets.has(id(message, 'ticketId')))
      broken.push(`no ticket of message ${message.pk} ${message.sk}`);
    // The provider id of our own message contains the message's place, so it needs no marker.
    if (message.fields.providerMessageId == null || message.fields.fromMe === true) continue;
    const marker = markers.get(id(message, 'connectionId', 'providerMessageId'));
    if (marker?.fields.messageId !== message.fields.id)
      broken.push(`no marker of message ${message.pk} ${message.sk}`);
  }
  for (const marker of markers.values()) {
    if (marker.fields.messageId != null && !messages.has(id(marker, 'messageId')))
      broken.push(`no message of marker ${marker.pk}`);
  }
  const active = new Map<string, TableRow>();
  for (const ticket of all('ticket')) {
    if (!contacts.has(id(ticket, 'contactId'))) broken.push(`no contact of ticket ${ticket.pk}`);
    const [first] = logs.get(id(ticket, 'id')) ?? [];
    if (first === undefined) broken.push(`no log of ticket ${ticket.pk}`);
    if (!ACTIVE.has(String(ticket.fields.status))) continue;
    const place = id(ticket, 'contactId', 'connectionId');
    if (merged.has(id(ticket, 'contactId'))) broken.push(`active ticket ${ticket.pk} of a merged contact`);
    if (active.has(place)) broken.push(`a second active ticket ${ticket.pk}`);
    active.set(place, ticket);
    if (pointers.get(place)?.fields.activeTicketId !== ticket.fields.id)
      broken.push(`no pointer to active ticket ${ticket.pk}`);
  }
  for (const [place, pointer] of pointers) {
    const wanted = pointer.fields.activeTicketId ?? null;
    if (wanted !== null && active.get(place)?.fields.id !== wanted)
      broken.push(`pointer ${pointer.pk} ${pointer.sk} to no active ticket`);
  }
  for (const alias of all('contactAlias')) {
    if (!contacts.has(id(alias, 'contactId'))) broken.push(`no contact of alias ${alias.pk}`);
    if (merged.has(id(alias, 'contactId'))) broken.push(`alias ${alias.pk} of a merged contact`);
  }
  return broken;
};
