import { afterEach, describe, expect, it, vi } from 'vitest';
import { REF } from '../testing/harness.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import { type HeldLease, LeaseTaker, mayTake } from './lease.ts';

const TIMING = { leaseMs: 400, renewMs: 100 };
const lease = { owner: 'a', epoch: 3, until: Date.now() + 1e9, version: 7 };
const NOTHING = () => undefined;

describe('taking a lease', () => {
  const held: HeldLease[] = [];
  const take = async (store: MemoryStore, owner: string, onLost = NOTHING) => {
    const taken = await new LeaseTaker(store, owner, TIMING).take(REF, onLost);
    if (taken !== undefined) held.push(taken);
    return taken;
  };
  afterEach(() => {
    vi.restoreAllMocks();
    for (const each of held.splice(0)) each.end();
  });

  it("waits the lease's full lifetime on the host's own clock before taking another host's lease", () => {
    expect(mayTake(lease, 'b', undefined, 0, 400)).toBe(false);
    expect(mayTake(lease, 'b', { version: 7, sinceMs: 0 }, 399, 400)).toBe(false);
    expect(mayTake(lease, 'b', { version: 7, sinceMs: 0 }, 400, 400)).toBe(true);
    expect(mayTake(lease, 'b', { version: 6, sinceMs: 0 }, 4000, 400)).toBe(false);
  });

  it("takes a lease at once if it was released or is the host's own from before a restart", () => {
    expect(mayTake({ ...lease, until: 0 }, 'b', undefined, 0, 400)).toBe(true);
    expect(mayTake(lease, 'a', undefined, 0, 400)).toBe(true);
    expect(mayTake(undefined, 'a', undefined, 0, 400)).toBe(true);
  });

  it('R36: a wall clock that jumps an hour neither gives a second host the lease nor loses it', async () => {
    const store = new MemoryStore();
    let lost = false;
    const first = await take(store, 'a', () => {
      lost = true;
      return undefined;
    });
    const realNow = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(realNow + 3_600_000);
    const other = new LeaseTaker(store, 'b', TIMING);
    expect(await other.take(REF, NOTHING)).toBeUndefined();
    clock.mockReturnValue(realNow - 3_600_000);
    const before = store.leases.get('1:2')?.version ?? 0;
    await expect.poll(() => store.leases.get('1:2')?.version ?? 0).toBeGreaterThan(before + 1);
    expect(await other.take(REF, NOTHING)).toBeUndefined();
    expect(first?.isHeld).toBe(true);
    expect(lost).toBe(false);
  });

  it('raises the epoch with each owner', async () => {
    const store = new MemoryStore();
    const first = await take(store, 'a');
    await first?.release();
    const second = await take(store, 'b');
    expect([first?.epoch, second?.epoch]).toEqual([1, 2]);
  });

  it('gives the lease to only one of many hosts that try at once', async () => {
    const store = new MemoryStore();
    const taken = await Promise.all(['a', 'b', 'c', 'd'].map((owner) => take(store, owner)));
    expect(taken.filter((each) => each !== undefined)).toHaveLength(1);
  });

  it('notifies its holder when the lease cannot be renewed in time', async () => {
    const store = new MemoryStore();
    const lost = await new Promise<boolean>((resolve) => {
      void take(store, 'a', () => {
        resolve(true);
        return undefined;
      }).then(() => vi.spyOn(store, 'putLease').mockRejectedValue(new Error('table away')));
    });
    expect(lost).toBe(true);
  });
});
