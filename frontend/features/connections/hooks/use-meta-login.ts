import { useEffect, useRef, useState } from 'react';
import { LOGIN_CHANNEL, type LoginFor, loginAddress, loginAnswerOf, type MetaApp } from '../meta-login.ts';

export type LoginStage = 'none' | 'waiting' | 'blocked' | 'failed';
type Proof = { accessToken: string } | { code: string };

const WINDOW = 'popup,width=640,height=760';

/**
 * Opens Meta's login in a window. The login's page returns the answer with the random state of its own dialog; any other
 * state is ignored. Whether the user closed the window cannot be told: Meta's dialog may cut it off.
 * @param onProof gets the token or the code, once
 */
export const useMetaLogin = (
  onProof: (proof: Proof) => void,
): { stage: LoginStage; open: (app: MetaApp, purpose: LoginFor) => void } => {
  const [stage, setStage] = useState<LoginStage>('none');
  const awaited = useRef('');
  const receive = useRef(onProof);
  useEffect(() => {
    receive.current = onProof;
  }, [onProof]);
  useEffect(() => {
    const channel = new BroadcastChannel(LOGIN_CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const answer = loginAnswerOf(data);
      if (answer === undefined || answer.state !== awaited.current) return;
      awaited.current = '';
      const { accessToken, code } = answer;
      setStage(accessToken === undefined && code === undefined ? 'failed' : 'none');
      if (accessToken !== undefined) receive.current({ accessToken });
      else if (code !== undefined) receive.current({ code });
    };
    return () => channel.close();
  }, []);
  return {
    stage,
    open: (app, purpose) => {
      const state = crypto.randomUUID();
      awaited.current = state;
      const address = loginAddress(app, { purpose, state, origin: globalThis.location.origin });
      setStage(globalThis.open(address, 'prosa-meta-login', WINDOW) === null ? 'blocked' : 'waiting');
    },
  };
};
