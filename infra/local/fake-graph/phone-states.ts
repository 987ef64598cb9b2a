import * as z from 'zod';
import type { Journal } from '../fake-whatsapp/journal.ts';
import { type Phone, WABA } from './accounts.ts';
import { GraphRefused } from './graph-refused.ts';
import { Shelf } from './shelf.ts';

const PIN = /^\d{6}$/;
const stateSchema = z.object({ isRegistered: z.boolean(), pin: z.string() });

/** Whether the numbers are registered with the Cloud API. */
export class PhoneStates {
  private readonly shelf: Shelf<typeof stateSchema>;

  constructor(journal: Journal) {
    this.shelf = new Shelf(journal, 'phone', stateSchema);
  }

  /** The first number is registered from the start; the others must be. */
  isRegistered({ id }: Phone): boolean {
    return this.shelf.get(id)?.isRegistered ?? id === WABA.phones[0]?.id;
  }

  /** @throws GraphRefused 100 for a malformed PIN, 133005 for another one than before */
  register({ id }: Phone, pin: unknown): void {
    if (typeof pin !== 'string' || !PIN.test(pin))
      throw new GraphRefused(100, { details: 'The parameter pin must have six digits' });
    const known = this.shelf.get(id);
    if (known !== undefined && known.pin !== pin)
      throw new GraphRefused(133005, { details: 'Two step verification PIN Mismatch' });
    this.shelf.set(id, { isRegistered: true, pin });
  }
}
