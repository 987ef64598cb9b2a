import { describe, expect, it } from 'vitest';
import { loginAddress, loginAnswerOf, readLoginAnswer } from './meta-login.ts';

const APP = {
  appId: '101',
  signupConfigId: '202',
  dialogUrl: 'https://www.facebook.com/v25.0/dialog/oauth',
  graphVersion: 'v25.0',
  scopes: ['pages_show_list', 'pages_messaging'],
};
const parametersFor = (purpose: 'pages' | 'signup') => {
  const url = new URL(loginAddress(APP, { purpose, state: 'abc', origin: 'https://app.example.com' }));
  return { place: `${url.origin}${url.pathname}`, ...Object.fromEntries(url.searchParams) };
};

it('a login for pages asks for a token with the permissions of pages', () => {
  expect(parametersFor('pages')).toMatchObject({
    place: APP.dialogUrl,
    client_id: '101',
    redirect_uri: 'https://app.example.com/connections/linked',
    state: 'abc',
    response_type: 'token',
    scope: 'pages_show_list,pages_messaging',
  });
});

it('a signup asks for a code by its configuration, without permissions', () => {
  const parameters = parametersFor('signup');
  expect(parameters).toMatchObject({ response_type: 'code', config_id: '202', state: 'abc' });
  expect(parameters).not.toHaveProperty('scope');
});

describe('the address to which a login returns', () => {
  it('has a token in its fragment', () => {
    const answer = readLoginAnswer({ search: '', hash: '#state=abc&access_token=EAA&expires_in=5000' });
    expect(answer).toEqual({ state: 'abc', accessToken: 'EAA' });
  });

  it('has a code in its query', () => {
    expect(readLoginAnswer({ search: '?code=AQB&state=abc', hash: '#_=_' })).toEqual({
      state: 'abc',
      code: 'AQB',
    });
  });

  it('has the state alone if the user refused', () => {
    const search = '?error=access_denied&error_reason=user_denied&state=abc';
    expect(readLoginAnswer({ search, hash: '' })).toEqual({ state: 'abc' });
  });

  it('has no answer without a state', () => {
    expect(readLoginAnswer({ search: '', hash: '#access_token=EAA' })).toBeUndefined();
  });
});

it.each([null, 'abc', { accessToken: 'EAA' }, { state: '' }])('the message %j is no answer', (message) => {
  expect(loginAnswerOf(message)).toBeUndefined();
});
