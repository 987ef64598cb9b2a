const UUID = /^([0-9a-f]{8})-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * Returns the UUID of a ticket's link: version 8, with the ticket's id in its first 32 bits and 90 random bits.
 * @param random a random UUID
 */
export const makeTicketUuid = (ticketId: number, random: string): string => {
  if (ticketId > 0xffff_ffff) throw new RangeError('ticket number over 32 bits');
  return `${ticketId.toString(16).padStart(8, '0')}${random.slice(8, 14)}8${random.slice(15)}`;
};

/**
 * Returns the ticket id in a link's UUID; undefined if it is no such UUID. The caller must still compare the whole
 * UUID with the row.
 */
export const ticketIdOfUuid = (uuid: string): number | undefined => {
  const digits = UUID.exec(uuid.toLowerCase())?.[1];
  const id = digits === undefined ? 0 : Number.parseInt(digits, 16);
  return id > 0 ? id : undefined;
};
