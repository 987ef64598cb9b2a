import { useState } from 'react';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { RECEIVER_LANGUAGES, RECEIVERS, type ReceiverLanguage } from '../examples/verify-signature.ts';
import { CodeBlock } from './code-block.tsx';

const LANGUAGE_NAMES: Record<ReceiverLanguage, string> = {
  javascript: 'Node.js',
  python: 'Python',
  php: 'PHP',
};

/** The code with which a receiver checks the signature of a delivery. */
export const VerifyExample = () => {
  const { t } = useTranslation('messages-api');
  const [language, setLanguage] = useState<ReceiverLanguage>('javascript');
  return (
    <CodeBlock
      label={t('docs.example', { call: t('docs.webhooks.title') })}
      chosen={language}
      onChoose={setLanguage}
      versions={RECEIVER_LANGUAGES.map((each) => ({
        language: each,
        name: LANGUAGE_NAMES[each],
        code: RECEIVERS[each],
      }))}
    />
  );
};
