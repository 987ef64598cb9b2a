import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { radius } from '../../../theme/tokens.ts';
import { PASSWORD_SCORE_MAX, passwordScore, passwordStrength } from '../password-score.ts';

const TONE = { weak: 'error', medium: 'warning', strong: 'success' } as const;
const STEPS = Array.from({ length: PASSWORD_SCORE_MAX }, (_, index) => index + 1);

/** Shows the strength of a password in five steps and a word; nothing while it is empty. */
export const PasswordMeter = ({ password }: { password: string }) => {
  const { t } = useTranslation('auth');
  if (password === '') return null;
  const score = passwordScore(password);
  const strength = passwordStrength(score);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, marginTop: 2 }} role="status">
      <Box aria-hidden sx={{ display: 'flex', flex: 1, gap: 1 }}>
        {STEPS.map((step) => (
          <Box
            key={step}
            sx={{
              flex: 1,
              height: 4,
              borderRadius: `${radius.pill}px`,
              bgcolor: step <= Math.max(score, 1) ? `${TONE[strength]}.main` : 'divider',
            }}
          />
        ))}
      </Box>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t(`strength.${strength}`)}
      </Typography>
    </Box>
  );
};
