import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded';
import Box from '@mui/material/Box';
import { useEffect } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { LOGIN_CHANNEL, readLoginAnswer } from '../meta-login.ts';

/** The page to which Meta's login returns: hands the answer to the screen that opened the window, and closes it. */
export const LinkReturnScreen = () => {
  const { t } = useTranslation('connections');
  useEffect(() => {
    const { location, history } = globalThis;
    const answer = readLoginAnswer(location);
    // The token must not stay in the address and the history.
    history.replaceState(history.state, '', location.pathname);
    if (answer === undefined) return;
    const channel = new BroadcastChannel(LOGIN_CHANNEL);
    channel.postMessage(answer);
    channel.close();
    globalThis.close();
  }, []);
  return (
    <Box component="main" sx={{ display: 'flex', minHeight: '100dvh' }}>
      <EmptyState icon={<CheckCircleOutlineRounded />} title={t('link.login.returned')} heading />
    </Box>
  );
};
