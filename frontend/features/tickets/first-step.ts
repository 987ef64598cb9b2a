/** A setup step that a company must finish before it can talk to customers. */
export type FirstStep = 'connect' | 'scan' | 'queue' | 'offer' | 'team' | 'message';

/**
 * Known facts about a company's setup; undefined until they are fetched. `linked`: a phone has scanned the connection's
 * code at least once. `offers`: the connection's bot offers a queue.
 */
export interface CompanyBeginnings {
  connections: { linked: boolean; offers: boolean }[] | undefined;
  queues: number | undefined;
  people: number | undefined;
  contacts: number | undefined;
}

/**
 * Returns the next setup step of a company: a number, its QR code, then a queue that a linked connection offers,
 * colleagues and a first message. Returns null when no step remains, or too little is known. A company that has ever
 * had a conversation only gets the step for a missing number.
 */
export const nextStep = ({ connections, queues, people, contacts }: CompanyBeginnings): FirstStep | null => {
  if (connections === undefined) return null;
  if (connections.length === 0) return 'connect';
  if (!connections.some(({ linked }) => linked)) return 'scan';
  if (contacts !== 0 || queues === undefined) return null;
  if (queues === 0) return 'queue';
  if (!connections.some(({ linked, offers }) => linked && offers)) return 'offer';
  if (people === undefined) return null;
  return people <= 1 ? 'team' : 'message';
};
