/** Returns the key of a user's data in this browser. Ids of users are counted per company. */
export const ownerKey = ({ id, company }: { id: number; company: { id: number } }): string =>
  `${company.id}:${id}`;
