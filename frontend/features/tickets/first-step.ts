/** What a company has still to do before it can talk to anybody. */
export type FirstStep = 'connect' | 'scan' | 'queue' | 'team' | 'message';

/** What is known of a company; undefined is not asked for yet, or on its way. Linked is what a phone ever scanned. */
export interface CompanyBeginnings {
  connections: { linked: boolean }[] | undefined;
  queues: number | undefined;
  people: number | undefined;
  contacts: number | undefined;
}

/**
 * The next step of a company that begins: a number, its QR code, then a queue, colleagues and a first message. null where
 * nothing is left, or too little known. Who has ever talked to somebody is told of nothing but a missing number.
 */
export const nextStep = ({ connections, queues, people, contacts }: CompanyBeginnings): FirstStep | null => {
  if (connections === undefined) return null;
  if (connections.length === 0) return 'connect';
  if (!connections.some(({ linked }) => linked)) return 'scan';
  if (contacts !== 0 || queues === undefined) return null;
  if (queues === 0) return 'queue';
  if (people === undefined) return null;
  return people <= 1 ? 'team' : 'message';
};
