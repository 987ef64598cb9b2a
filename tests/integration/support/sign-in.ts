import { handler as auth } from '@prosa/functions/http/auth/handler.ts';
import { handler as signInHandler } from '@prosa/functions/http/sign-in/handler.ts';
import { Session } from '@prosa/functions/platform/table/entities/users.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { expect } from 'vitest';
import { TEST_PASSWORD, type TestCompany, type TestUser } from '../../factories/company.ts';
import { type Answer, call } from './call.ts';

export const ORIGIN = 'http://localhost:3000';
/** Headers that our own pages send. */
export const OWN = { origin: ORIGIN, 'x-prosa-client': 'web' };

export const login = (
  email: string,
  password: string,
  more: object = {},
  headers: Record<string, string> = {},
): Promise<Answer> =>
  call(signInHandler, { to: 'POST /auth/login', body: { email, password, ...more }, headers });
export const signIn = async (
  who: Pick<TestUser, 'email'>,
  more: object = {},
  headers: Record<string, string> = {},
): Promise<Answer> => {
  const answer = await login(who.email, TEST_PASSWORD, more, headers);
  expect(answer.status).toBe(200);
  return answer;
};
export const cookieOf = (answer: Answer): string => answer.cookies[0]?.split(';')[0] ?? '';
export const tokenIn = (answer: Answer): string => {
  const { body } = answer;
  if (typeof body !== 'object' || body === null || !('token' in body)) throw new Error('no token');
  return String(body.token);
};
export const refresh = (cookie: string, headers: Record<string, string> = OWN): Promise<Answer> =>
  call(auth, { to: 'POST /auth/refresh_token', headers, cookies: [cookie] });
export const logout = (cookie: string, headers: Record<string, string> = OWN): Promise<Answer> =>
  call(auth, { to: 'DELETE /auth/logout', headers, cookies: [cookie] });
export const me = (token: string | undefined): Promise<Answer> => call(auth, { to: 'GET /auth/me', token });

export const sessionsOf = async ({ table }: TestCompany, who: Pick<TestUser, 'id'>) =>
  (
    await table.query(Session, {
      pk: keys.session({ userId: who.id, id: '' }).pk,
      limit: 100,
      consistent: true,
    })
  ).rows;
/** Returns the session of a cookie; undefined after its end. */
export const familyOf = async (company: TestCompany, who: Pick<TestUser, 'id'>, cookie: string) =>
  (await sessionsOf(company, who)).find(({ id }) => id === cookie.split('.')[2]);
