import * as z from 'zod';
import type { Journal } from '../fake-whatsapp/journal.ts';
import { type Phone, WABA } from './accounts.ts';
import { GraphRefused } from './graph-refused.ts';
import { Shelf } from './shelf.ts';

const PIN = /^\d{6}$/;
const stateSchema = z.object({ isRegistered: z.boolean(), pin: z.string() });

/** What Meta tells, once each, of the phone that shares a number. */
export const SYNC_TYPES = ['history', 'smb_app_state_sync'] as const;
type SyncType = (typeof SYNC_TYPES)[number];

/** Whether the numbers are registered with the Cloud API. */
export class PhoneStates {
  private readonly shelf: Shelf<typeof stateSchema>;
  private readonly asked: Shelf<z.ZodEnum>;

  constructor(journal: Journal) {
    this.shelf = new Shelf(journal, 'phone', stateSchema);
    this.asked = new Shelf(journal, 'phone-sync', z.enum(SYNC_TYPES));
  }

  /**
   * Takes a request for what the number's phone has: the first number is also used in the WhatsApp Business app.
   * @throws GraphRefused 100 for another number or type, 2593107 for what was asked before
   */
  askPhone({ id }: Phone, type: unknown): SyncType {
    const wanted = SYNC_TYPES.find((known) => known === type);
    if (wanted === undefined || id !== WABA.phones[0]?.id)
      throw new GraphRefused(100, { details: 'The number or the parameter sync_type is not valid' });
    const name = `${id}/${wanted}`;
    if (this.asked.get(name) !== undefined) throw new GraphRefused(2593107);
    this.asked.set(name, wanted);
    return wanted;
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
