import { Button, CheckboxField, PasswordField, TextField } from '@aws-amplify/ui-react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { type FormEvent, useEffect, useId, useReducer, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { errorText } from '../../../lib/api/error-text.ts';
import { readStored } from '../../../lib/storage.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { PasswordMeter } from './password-meter.tsx';
import { signInStyles } from './sign-in-styles.ts';

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

/** The server's refusal of an attempt, or the end of the rate limit (epoch milliseconds). */
type Refusal = { text: string } | { untilMs: number };

/** Returns the minutes until a time, rounded up and updated as they pass; 0 afterwards. */
const useMinutesUntil = (untilMs: number): number => {
  const [, look] = useReducer((looks: number) => looks + 1, 0);
  const leftMs = Math.max(0, untilMs - Date.now());
  const isOver = leftMs === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(look, SECOND_MS);
    return () => clearInterval(timer);
  }, [isOver]);
  return Math.ceil(leftMs / MINUTE_MS);
};

interface Credentials {
  email: string;
  password: string;
  remember: boolean;
}

/** The form with e-mail and password. The server's refusal is shown above the fields. */
export const SignInForm = ({ onSubmit }: { onSubmit: (input: Credentials) => Promise<void> }) => {
  const { t } = useTranslation('auth');
  const failureId = useId();
  const [email, setEmail] = useState(() => readStored('email') ?? '');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(true);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>({ text: '' });
  const minutes = useMinutesUntil('untilMs' in refusal ? refusal.untilMs : 0);
  const failure =
    'text' in refusal ? refusal.text : minutes === 0 ? '' : t('login.tooMany', { count: minutes });
  const missing = { email: tried && email === '', password: tried && password === '' };

  const refusalOf = (error: unknown): Refusal => {
    const { code, retryAfterS } = error instanceof ApiError ? error : {};
    if (code === 'ERR_VALIDATION') return { text: t('login.invalid') };
    if (code === 'ERR_TOO_MANY_REQUESTS' && retryAfterS !== undefined)
      return { untilMs: Date.now() + retryAfterS * SECOND_MS };
    return { text: errorText(error) };
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (email === '' || password === '') return;
    setBusy(true);
    setRefusal({ text: '' });
    try {
      await onSubmit({ email, password, remember });
    } catch (error) {
      setRefusal(refusalOf(error));
      setBusy(false);
    }
  };

  return (
    <Box component="form" noValidate onSubmit={(event: FormEvent) => void submit(event)} sx={signInStyles}>
      {failure !== '' && (
        <Alert id={failureId} severity="error">
          {failure}
        </Alert>
      )}
      <TextField
        label={t('login.email')}
        name="email"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={email === ''}
        value={email}
        isDisabled={busy}
        hasError={missing.email}
        errorMessage={t('login.emailMissing')}
        onChange={(event) => setEmail(event.target.value.trim().toLowerCase())}
      />
      <div>
        <PasswordField
          label={t('login.password')}
          name="password"
          autoComplete="current-password"
          autoFocus={email !== ''}
          value={password}
          isDisabled={busy}
          hasError={missing.password}
          errorMessage={t('login.passwordMissing')}
          showPasswordButtonLabel={t('login.showPassword')}
          passwordIsHiddenLabel={t('login.passwordHidden')}
          passwordIsShownLabel={t('login.passwordShown')}
          onChange={(event) => setPassword(event.target.value)}
        />
        <PasswordMeter password={password} />
      </div>
      <CheckboxField
        label={t('login.remember')}
        name="remember"
        checked={remember}
        isDisabled={busy}
        onChange={(event) => setRemember(event.target.checked)}
      />
      <Button
        type="submit"
        variation="primary"
        isLoading={busy}
        loadingText={t('login.entering')}
        isFullWidth
      >
        {t('login.enter')}
      </Button>
    </Box>
  );
};
