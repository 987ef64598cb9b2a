import { describe, expect, it } from 'vitest';
import { GroupNames } from './group-names.ts';

const GROUP = '120363000000000001@g.us';

const socketThat = (answer: (jid: string) => Promise<string>) => {
  const asked: string[] = [];
  const groupMetadata = async (id: string) => {
    asked.push(id);
    return { id, subject: await answer(id), owner: undefined, participants: [] };
  };
  return { asked, groupMetadata };
};

describe('GroupNames', () => {
  it('asks once for a group, and knows its new name when it changes', async () => {
    const socket = socketThat(async () => 'Obra');
    const names = new GroupNames();
    expect(await Promise.all([names.nameOf(socket, GROUP), names.nameOf(socket, GROUP)])).toEqual([
      'Obra',
      'Obra',
    ]);
    expect(socket.asked).toEqual([GROUP]);
    names.learn([{ id: GROUP }, { id: GROUP, subject: 'Obra nova' }]);
    expect(await names.nameOf(socket, GROUP)).toBe('Obra nova');
  });

  it('does without where WhatsApp refuses, and asks again with the next message', async () => {
    const names = new GroupNames();
    const refusing = socketThat(() => Promise.reject(new Error('forbidden')));
    expect(await names.nameOf(refusing, GROUP)).toBeUndefined();
    expect(
      await names.nameOf(
        socketThat(async () => 'Obra'),
        GROUP,
      ),
    ).toBe('Obra');
  });
});
