export type DemoQueue = 'suporte' | 'vendas' | 'financeiro';
export type DemoUser = 'ana' | 'bruno' | 'carla';
export type DemoTag = 'vip' | 'novo' | 'cobranca' | 'reclamacao' | 'indicacao';

/** A customer; customers are ordered by their first message. */
export interface DemoContact {
  name: string;
  /** Phone number: digits with country code. */
  number: string;
  email?: string;
  tags?: readonly DemoTag[];
  isGroup?: boolean;
}

/**
 * A conversation. Each line begins with its author: `<` the customer, `>` the attendant, `#` a private note. Content
 * other than text follows in brackets: `[image:name]`, `[pdf:name]`, `[voice:seconds]`,
 * `[location:lat,lng:name:address]`, `[contact:name:number]`. In groups `<Name: text` names the author.
 */
export interface DemoConversation {
  who: string;
  queue: DemoQueue | null;
  state: 'pending' | 'open' | 'group' | 'closed';
  by?: DemoUser;
  /** Minutes since the last line. */
  ago: number;
  /** Number of unread customer lines at the end. */
  unread?: number;
  /** A note on the ticket, outside the conversation. */
  note?: string;
  say: readonly string[];
}
