const UUID = /^([0-9a-f]{8})-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * The link of a ticket: a version 8 UUID whose first 32 bits are the ticket's number and whose other 90 are random.
 * @param random a random UUID
 */
export const makeTicketUuid = (ticketId: number, random: string): string => {
  if (ticketId > 0xffff_ffff) throw new RangeError('ticket number over 32 bits');
  return `${ticketId.toString(16).padStart(8, '0')}${random.slice(8, 14)}8${random.slice(15)}`;
};

/** The number in a ticket's link; undefined where it is not one. The rest must still be compared with the row. */
export const ticketIdOfUuid = (uuid: string): number | undefined => {
  const digits = UUID.exec(uuid.toLowerCase())?.[1];
  const id = digits === undefined ? 0 : Number.parseInt(digits, 16);
  return id > 0 ? id : undefined;
};
