import { describe, expect, it } from 'vitest';
import { createKeptRooms } from './kept-rooms.ts';

const rooms = (max: number) => {
  const told: string[] = [];
  const kept = createKeptRooms((id) => {
    told.push(`join ${id}`);
    return () => told.push(`leave ${id}`);
  }, max);
  return { kept, told };
};

describe('createKeptRooms', () => {
  it('does not join a room again when it is held again after its release', () => {
    const { kept, told } = rooms(2);
    kept.hold('a')();
    const release = kept.hold('a');
    kept.hold('a')();
    release();
    expect(told).toEqual(['join a']);
  });

  it('leaves the room released first when more than the maximum are kept', () => {
    const { kept, told } = rooms(2);
    for (const id of ['a', 'b', 'a', 'c', 'd']) kept.hold(id)();
    expect(told).toEqual(['join a', 'join b', 'join c', 'leave b', 'join d', 'leave a']);
  });

  it('never leaves a held room', () => {
    const { kept, told } = rooms(0);
    const release = kept.hold('a');
    kept.hold('b')();
    kept.leaveAll();
    expect(told).toEqual(['join a', 'join b', 'leave b']);
    release();
    release();
    expect(told.at(-1)).toBe('leave a');
  });

  it('leaveAll leaves all rooms without a holder', () => {
    const { kept, told } = rooms(5);
    kept.hold('a')();
    kept.hold('b');
    kept.leaveAll();
    expect(told).toEqual(['join a', 'join b', 'leave a']);
  });
});
