export type DemoQueue = 'suporte' | 'vendas' | 'financeiro';
export type DemoUser = 'ana' | 'bruno' | 'carla';
export type DemoTag = 'vip' | 'novo' | 'cobranca' | 'reclamacao' | 'indicacao';

/** A customer, in the order in which they first wrote. */
export interface DemoContact {
  name: string;
  /** Digits with country code. */
  number: string;
  email?: string;
  tags?: readonly DemoTag[];
  isGroup?: boolean;
}

/**
 * A conversation. Lines begin with who speaks: `<` the customer, `>` the attendant, `#` a private note; something other
 * than text follows in brackets: `[image:name]`, `[pdf:name]`, `[voice:seconds]`, `[location:lat,lng:name:address]`,
 * `[contact:name:number]`. In groups `<Name: text` tells who wrote.
 */
export interface DemoConversation {
  who: string;
  queue: DemoQueue | null;
  state: 'pending' | 'open' | 'group' | 'closed';
  by?: DemoUser;
  /** Minutes since the last line. */
  ago: number;
  /** Customer lines at the end that nobody has read. */
  unread?: number;
  /** A note on the ticket, beside the conversation. */
  note?: string;
  say: readonly string[];
}
