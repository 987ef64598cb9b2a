import { describe, expect, it, vi } from 'vitest';
import { Groups } from './groups.ts';

const GROUP = '120363000000000001@g.us';

const socketThat = (answer: (jid: string) => Promise<string>) => {
  const asked: string[] = [];
  const groupMetadata = async (id: string) => {
    asked.push(id);
    return { id, subject: await answer(id), owner: undefined, participants: [] };
  };
  return { asked, groupMetadata };
};

describe('Groups', () => {
  it('requests a group once, and updates its name when it changes', async () => {
    const socket = socketThat(async () => 'Obra');
    const names = new Groups();
    expect(await Promise.all([names.nameOf(socket, GROUP), names.nameOf(socket, GROUP)])).toEqual([
      'Obra',
      'Obra',
    ]);
    expect(socket.asked).toEqual([GROUP]);
    names.learn([{ id: GROUP }, { id: GROUP, subject: 'Obra nova' }]);
    expect(await names.nameOf(socket, GROUP)).toBe('Obra nova');
  });

  it('continues without a name if WhatsApp refuses, and asks again with the next message', async () => {
    const names = new Groups();
    const refusing = socketThat(() => Promise.reject(new Error('forbidden')));
    expect(await names.nameOf(refusing, GROUP)).toBeUndefined();
    expect(
      await names.nameOf(
        socketThat(async () => 'Obra'),
        GROUP,
      ),
    ).toBe('Obra');
  });

  it('caches the members of a group for an hour, without fields that sending does not need', async () => {
    vi.useFakeTimers();
    const socket = socketThat(async () => 'Obra');
    const groups = new Groups();
    expect(await groups.metadataOf(socket, GROUP)).toMatchObject({ id: GROUP, participants: [] });
    vi.advanceTimersByTime(3_599_000);
    await groups.metadataOf(socket, GROUP);
    expect(socket.asked).toHaveLength(1);
    vi.advanceTimersByTime(2_000);
    await groups.metadataOf(socket, GROUP);
    expect(socket.asked).toHaveLength(2);
    vi.useRealTimers();
  });

  it('caches neither a failed query nor one that a notice overtook', async () => {
    const groups = new Groups();
    await expect(
      groups.metadataOf(
        socketThat(() => Promise.reject(new Error('forbidden'))),
        GROUP,
      ),
    ).rejects.toThrow('forbidden');
    const socket = socketThat(async () => 'Obra');
    const asked = groups.metadataOf(socket, GROUP);
    groups.forget(GROUP);
    await asked;
    await groups.metadataOf(socket, GROUP);
    expect(socket.asked).toHaveLength(2);
  });
});
