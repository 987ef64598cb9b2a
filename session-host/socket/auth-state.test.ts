import { tenantSealer } from '@prosa/functions/platform/tenant-sealer.ts';
import { Curve } from 'baileys';
import { describe, expect, it } from 'vitest';
import { type FencedChange, LeaseLost } from '../connections/ports.ts';
import { REF, TEST_KEYS } from '../testing/harness.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import { openAuthState } from './auth-state.ts';
import { FencedWriter } from './fenced-writer.ts';

const LEASE = { epoch: 1, isHeld: true };
const IGNORE = () => undefined;

const newStore = (store = new MemoryStore()): MemoryStore => {
  store.leases.set('1:2', { owner: 'a', epoch: 1, until: 0, version: 1 });
  return store;
};
const open = async (store: MemoryStore) => {
  const writer = new FencedWriter(store, REF, LEASE, IGNORE);
  return {
    writer,
    auth: await openAuthState(REF, store, tenantSealer(TEST_KEYS, REF.companyId, 'whatsapp'), writer),
  };
};

/** A store whose process dies during a write: that write happens or not, and none after it does. */
class DyingStore extends MemoryStore {
  private writesLeft: number;
  private readonly lastIsApplied: boolean;

  constructor(writesLeft: number, lastIsApplied: boolean) {
    super();
    this.writesLeft = writesLeft;
    this.lastIsApplied = lastIsApplied;
  }

  override async write(ref: typeof REF, epoch: number, changes: readonly FencedChange[]): Promise<void> {
    this.writesLeft -= 1;
    if (this.writesLeft > 0 || (this.writesLeft === 0 && this.lastIsApplied))
      await super.write(ref, epoch, changes);
    if (this.writesLeft <= 0) await new Promise(() => undefined);
  }
}

describe('credentials in the table', () => {
  it('are read back as they were stored', async () => {
    const store = newStore();
    const { auth } = await open(store);
    const preKey = Curve.generateKeyPair();
    await auth.keys.set({
      'pre-key': { '1': preKey },
      session: { '5511.0': Buffer.from('s') },
      'lid-mapping': { a: 'b' },
    });
    await auth.saveCreds();
    const again = (await open(store)).auth;
    expect(again.creds).toEqual(auth.creds);
    const stored = (await again.keys.get('pre-key', ['1', '2']))['1'];
    expect(Buffer.from(stored?.private ?? [])).toEqual(Buffer.from(preKey.private));
    expect(await again.keys.get('lid-mapping', ['a'])).toEqual({ a: 'b' });
  });

  it('are not readable in the table', async () => {
    const store = newStore();
    const { auth } = await open(store);
    await auth.saveCreds();
    const text = JSON.stringify([...(store.auth.get('1:2') ?? [])]);
    expect(text).not.toContain(auth.creds.advSecretKey);
    expect(text).not.toContain(Buffer.from(auth.creds.noiseKey.private).toString('base64'));
  });

  it('are written together if requested together, and in order', async () => {
    const store = newStore();
    const { auth } = await open(store);
    await Promise.all(
      Array.from({ length: 50 }, (_, i) => auth.keys.set({ 'lid-mapping': { same: `v${i}` } })),
    );
    expect(store.accepted.length).toBeLessThanOrEqual(2);
    expect(await (await open(store)).auth.keys.get('lid-mapping', ['same'])).toEqual({ same: 'v49' });
  });

  it('never exceed a transaction of a hundred items', async () => {
    const store = newStore();
    const { auth } = await open(store);
    const keys = Object.fromEntries(Array.from({ length: 812 }, (_, i) => [String(i), 'x']));
    await auth.keys.set({ 'lid-mapping': keys });
    expect(Math.max(...store.accepted.map(({ changes }) => changes))).toBe(99);
    expect(store.auth.get('1:2')?.size).toBe(812);
  });

  it('include the state of settings only if it fits into a row; a larger one lasts as long as the process', async () => {
    const store = newStore();
    const { auth } = await open(store);
    const mac = (n: number) => Buffer.alloc(32, n).toString('base64') + n;
    const stateOf = (people: number) => ({
      version: people,
      hash: Buffer.alloc(128),
      indexValueMap: Object.fromEntries(
        Array.from({ length: people }, (_none, n) => [mac(n), { valueMac: Buffer.alloc(32) }]),
      ),
    });
    await auth.keys.set({
      'app-state-sync-version': { regular_low: stateOf(2000), critical_unblock_low: stateOf(3000) },
      'lid-mapping': { a: 'b' },
    });
    for (const sealed of store.auth.get('1:2')?.values() ?? []) expect(sealed.length).toBeLessThan(400_000);
    const collections = ['regular_low', 'critical_unblock_low'];
    const versionsIn = async ({ keys }: typeof auth) =>
      Object.entries(await keys.get('app-state-sync-version', collections)).map(([name, { version }]) => [
        name,
        version,
      ]);
    expect(await versionsIn(auth)).toEqual([
      ['regular_low', 2000],
      ['critical_unblock_low', 3000],
    ]);
    const next = (await open(store)).auth;
    expect(await versionsIn(next)).toEqual([['regular_low', 2000]]);
    expect(await next.keys.get('lid-mapping', ['a'])).toEqual({ a: 'b' });
  });

  it('R35: are not written for an owner that lost the lease', async () => {
    const store = newStore();
    const { auth } = await open(store);
    await auth.saveCreds();
    store.leases.set('1:2', { owner: 'b', epoch: 2, until: 0, version: 2 });
    await expect(auth.saveCreds()).rejects.toBeInstanceOf(LeaseLost);
    await expect(auth.keys.set({ 'lid-mapping': { a: 'b' } })).rejects.toBeInstanceOf(LeaseLost);
    expect(store.accepted).toHaveLength(1);
  });

  it('R37: load after a crash at any of 200 points of writing them', async () => {
    const paired = newStore();
    const first = (await open(paired)).auth;
    first.creds.me = { id: '5511900000000:1@s.whatsapp.net' };
    await first.saveCreds();
    for (let moment = 1; moment <= 200; moment++) {
      const store = new DyingStore(1 + (moment % 20), moment % 2 === 0);
      newStore(store);
      store.auth.set('1:2', new Map(paired.auth.get('1:2')));
      const { auth } = await open(store);
      let stored = 0;
      const living = (async () => {
        for (let count = 1; count <= 20; count++) {
          auth.creds.accountSyncCounter = count;
          await auth.saveCreds();
          stored = count;
        }
      })();
      await Promise.race([living, settled()]);
      const survivor = new MemoryStore();
      newStore(survivor);
      survivor.auth.set('1:2', new Map(store.auth.get('1:2')));
      const { creds } = (await open(survivor)).auth;
      expect(creds.me?.id).toBe('5511900000000:1@s.whatsapp.net');
      expect(creds.accountSyncCounter).toBeGreaterThanOrEqual(stored);
    }
  });
});

/** Resolves when all work that needs no timer has run. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
};
