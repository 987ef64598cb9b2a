import Alert from '@mui/material/Alert';
import Button, { type ButtonProps } from '@mui/material/Button';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import type { LoginStage } from '../hooks/use-meta-login.ts';

/** Says what the login waits for, or why it did not succeed. */
export const LoginNotice = ({ stage }: { stage: LoginStage }) => {
  const { t } = useTranslation('connections');
  if (stage === 'none') return null;
  return <Alert severity={stage === 'waiting' ? 'info' : 'warning'}>{t(`link.login.${stage}`)}</Alert>;
};

/** A button that opens Meta's login; disabled with the reason while the operator has not entered the Meta app. */
export const LoginButton = ({ isSetUp, ...button }: ButtonProps & { isSetUp: boolean | undefined }) => {
  const { t } = useTranslation('connections');
  return (
    <span {...(isSetUp === false ? { 'data-hint': t('link.notSetUp') } : {})}>
      <Button {...button} disabled={isSetUp !== true} />
    </span>
  );
};
