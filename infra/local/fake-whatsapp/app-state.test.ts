import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeSyncdPatch, newLTHashState } from 'baileys/lib/Utils/chat-utils.js';
import type { BinaryNode } from 'baileys/lib/WABinary/index.js';
import { proto } from 'baileys/WAProto/index.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppState, contactChange } from './app-state.ts';
import { Journal } from './journal.ts';

const ANA = '5511988880001';
const COLLECTION = 'critical_unblock_low';

describe('settings of a fake phone', () => {
  let folder: string;
  let journal: Journal;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'prosa-app-state-'));
    journal = new Journal(join(folder, 'network.log'));
  });
  afterEach(() => {
    journal.close();
    rmSync(folder, { recursive: true });
  });

  const nameOf = async (state: AppState): Promise<string | null | undefined> =>
    (await state.settingOf(COLLECTION, 'contact', `${ANA}@s.whatsapp.net`))?.contactAction?.fullName;
  const asking = (version: number, patch?: Uint8Array): BinaryNode => ({
    tag: 'sync',
    attrs: {},
    content: [
      {
        tag: 'collection',
        attrs: { name: COLLECTION, version: String(version) },
        ...(patch === undefined ? {} : { content: [{ tag: 'patch', attrs: {}, content: patch }] }),
      },
    ],
  });

  it('survive a restart, and are changed and removed on the version before', async () => {
    const before = new AppState(journal, '1:2');
    expect(before.shareKey(1)).toBeDefined();
    await before.change([contactChange(ANA, 'Ana'), contactChange(ANA, ''), contactChange(ANA, 'Ana Lima')]);
    const after = new AppState(journal, '1:2');
    expect(after.shareKey(1)).toBeUndefined();
    expect(await nameOf(after)).toBe('Ana Lima');
    await after.change([contactChange(ANA, '')]);
    expect(await nameOf(after)).toBeUndefined();
    const [sync] = await after.answer(asking(2));
    expect(sync).toMatchObject({ content: [{ content: [{ tag: 'patches', content: { length: 2 } }] }] });
  });

  it('refuse a device’s change whose MACs are wrong', async () => {
    const state = new AppState(journal, '1:2');
    const otherKey = proto.Message.AppStateSyncKeyData.fromObject({ keyData: Buffer.alloc(32) });
    const { patch } = await encodeSyncdPatch(
      contactChange(ANA, 'Ana'),
      Buffer.from('key001').toString('base64'),
      newLTHashState(),
      async () => otherKey,
    );
    const encoded = proto.SyncdPatch.encode(patch).finish();
    await expect(state.answer(asking(0, encoded))).rejects.toThrow(RangeError);
    expect(await nameOf(state)).toBeUndefined();
  });
});
