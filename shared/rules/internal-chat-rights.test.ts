import { describe, expect, it } from 'vitest';
import { isChatMember, mayManageChat } from './internal-chat-rights.ts';

const chat = (ownerId: number, ...members: number[]) => ({
  ownerId,
  users: members.map((userId) => ({ userId })),
});
const user = (id: number) => ({ id, profile: 'user' as const, super: false });
const admin = (id: number) => ({ id, profile: 'admin' as const, super: false });

describe('the rights on a chat between users', () => {
  it('only its members see it', () => {
    expect(isChatMember(chat(1, 1, 2), user(2))).toBe(true);
    expect(isChatMember(chat(1, 1, 2), admin(3))).toBe(false);
  });

  it.each([
    ['its owner', chat(1, 1, 2), user(1), true],
    ['another member', chat(1, 1, 2), user(2), false],
    ['an administrator who is a member', chat(1, 1, 2), admin(2), false],
    ['an administrator who is a member, after the owner was deleted', chat(1, 2, 3), admin(2), true],
    [
      'a super administrator who is a member, after the owner was deleted',
      chat(1, 2),
      { ...user(2), super: true },
      true,
    ],
    ['another member, after the owner was deleted', chat(1, 2, 3), user(3), false],
    ['an administrator who is no member, after the owner was deleted', chat(1, 2, 3), admin(4), false],
  ])('%s may change it: %#', (_name, of, by, expected) => {
    expect(mayManageChat(of, by)).toBe(expected);
  });
});
