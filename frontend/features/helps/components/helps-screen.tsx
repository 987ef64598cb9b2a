import HelpOutlineRounded from '@mui/icons-material/HelpOutlineRounded';
import SearchOffRounded from '@mui/icons-material/SearchOffRounded';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Page } from '../../../components/page.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { PaneSkeleton } from '../../../components/skeletons.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { findHelps } from '../find-helps.ts';
import { helpList } from '../help-list.ts';
import { HelpCard } from './help-card.tsx';

const Cards = ({ words }: { words: string }) => {
  const { t } = useTranslation('helps');
  const [params] = useSearchParams();
  const asked = Number(params.get('help'));
  const { data, error, refetch } = useQuery({ ...helpList, meta: { silent: true } });
  if (data === undefined)
    return error === null ? <PaneSkeleton /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data.length === 0)
    return <EmptyState icon={<HelpOutlineRounded />} title={t('empty.title')} hint={t('empty.readerHint')} />;
  const found = findHelps(data, words);
  if (found.length === 0)
    return (
      <EmptyState icon={<SearchOffRounded />} title={t('empty.nothing')} hint={t('empty.nothingHint')} />
    );
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(320px, 100%), 1fr))',
        alignItems: 'start',
        gap: 4,
      }}
    >
      {found.map((help) => (
        <HelpCard key={help.id} help={help} isAsked={help.id === asked} />
      ))}
    </Box>
  );
};

/** The screen of helps: explanations of the product, with videos. */
const HelpsScreen = () => {
  const { t } = useTranslation('helps');
  const [words, setWords] = useState('');
  return (
    <Page
      title={t('title')}
      filters={
        <SearchField
          label={t('search')}
          placeholder={t('searchPlaceholder')}
          value={words}
          onChange={setWords}
        />
      }
    >
      <Cards words={words} />
    </Page>
  );
};

export default HelpsScreen;
