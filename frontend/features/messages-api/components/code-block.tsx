import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { CopyAction } from '../../../components/copy-action.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { radius } from '../../../theme/tokens.ts';
import { CODE_BOX, CodeText } from './code-text.tsx';

interface CodeBlockProps<L extends string> {
  /** Accessible name: what the code does. */
  label: string;
  /** The code in each programming language, in the order of the buttons. */
  versions: readonly { language: L; name: string; code: string }[];
  chosen: L;
  onChoose: (language: L) => void;
}

/** Code in one of several programming languages, with buttons that choose the language and copy the code. */
export const CodeBlock = <L extends string>({ label, versions, chosen, onChoose }: CodeBlockProps<L>) => {
  const { t } = useTranslation('messages-api');
  const code = versions.find(({ language }) => language === chosen)?.code ?? '';
  return (
    <Box role="group" aria-label={label} sx={{ ...CODE_BOX, borderRadius: `${radius.card}px` }}>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 2,
          padding: 2,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <ToggleButtonGroup
          exclusive
          size="small"
          value={chosen}
          aria-label={t('docs.language')}
          onChange={(_event, next: L | null) => next !== null && onChoose(next)}
          sx={{ flexWrap: 'wrap' }}
        >
          {versions.map(({ language, name }) => (
            <ToggleButton key={language} value={language}>
              {name}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <CopyAction text={code} label={t('docs.copy')} done={t('docs.copied')} />
      </Box>
      <CodeText text={code} />
    </Box>
  );
};
