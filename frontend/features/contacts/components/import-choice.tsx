import TableRowsOutlined from '@mui/icons-material/TableRowsOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { contactFileRoutes, type ImportView } from '@prosa/shared/contracts/contact-files.ts';
import { IMPORT_FIELDS, type ImportField, type RowRefusal } from '@prosa/shared/entities/contact-import.ts';
import { guessColumns } from '@prosa/shared/rules/import-columns.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { type Choice, choiceOf, missingFrom, rangesOf, refusedRows, takenBy } from '../import-choice.ts';
import { importedSheet, refetchImports } from '../import-list.ts';

const ROWS_SHOWN_AT_ONCE = 100;
/** The select's value for no column. */
const NONE = -1;

interface SheetRow {
  place: number;
  line: number;
  cells: readonly string[];
}

const isRequired = (field: ImportField): boolean => field === 'name' || field === 'number';

interface ColumnsProps {
  of: ImportView;
  fields: readonly ImportField[];
  choice: Choice;
  onChange: (choice: Choice) => void;
}

/** Assigns columns to fields; shows an error for a column that is already assigned. */
const Columns = ({ of, fields, choice, onChange }: ColumnsProps) => {
  const { t } = useTranslation('contact-files');
  const [taken, setTaken] = useState<{ field: ImportField; column: string } | null>(null);
  const places = [...of.columns.keys()];
  const nameOf = (place: number): string =>
    of.columns[place] === '' ? t('columns.unnamed', { place: place + 1 }) : (of.columns[place] ?? '');
  const isLacking = (field: ImportField): boolean => isRequired(field) && choice[field] === undefined;
  const choose = (field: ImportField, place: number) => {
    const isTaken = place !== NONE && takenBy(choice, field, place) !== undefined;
    setTaken(isTaken ? { field, column: nameOf(place) } : null);
    if (isTaken) return;
    const { [field]: _former, ...others } = choice;
    onChange(place === NONE ? others : { ...others, [field]: place });
  };
  return (
    <Box
      component="fieldset"
      sx={{
        border: 0,
        margin: 0,
        padding: 0,
        marginBottom: 4,
        display: 'grid',
        gap: 3,
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: 'repeat(4, 1fr)' },
      }}
    >
      <Typography component="legend" variant="subtitle1" sx={{ marginBottom: 2 }}>
        {t('columns.title')}
      </Typography>
      {fields.map((field) => (
        <SelectField
          key={field}
          label={t(`field.${field}`)}
          required={isRequired(field)}
          value={choice[field] ?? NONE}
          error={taken?.field === field || isLacking(field)}
          helperText={
            taken?.field === field
              ? t('columns.taken', { column: taken.column })
              : isLacking(field) && t('columns.lacking')
          }
          onChange={(event) => choose(field, Number(event.target.value))}
        >
          <MenuItem value={NONE}>{t(isRequired(field) ? 'columns.choose' : 'columns.none')}</MenuItem>
          {places.map((place) => (
            <MenuItem key={place} value={place}>
              {nameOf(place)}
            </MenuItem>
          ))}
        </SelectField>
      ))}
    </Box>
  );
};

/** Why a row will not be imported; nothing for a good row. */
const Refusal = ({ of }: { of: RowRefusal | undefined }) => {
  const { t } = useTranslation('contact-files');
  return of === undefined ? null : (
    <Typography
      variant="caption"
      component="p"
      noWrap
      title={t(`refusal.${of}`)}
      sx={{ color: 'error.text' }}
    >
      {t(`refusal.${of}`)}
    </Typography>
  );
};

const useColumns = (
  choice: Choice,
  leftOut: ReadonlySet<number>,
  refused: ReadonlyMap<number, RowRefusal>,
  fields: readonly ImportField[],
  onToggle: (place: number) => void,
): Column<SheetRow>[] => {
  const { t } = useTranslation('contact-files');
  const cell = (field: ImportField, { cells }: SheetRow): string => {
    const place = choice[field];
    return place === undefined ? '' : (cells[place] ?? '');
  };
  const other = (field: ImportField, width: string): Column<SheetRow> => ({
    id: field,
    header: t(`field.${field}`),
    width,
    wideOnly: true,
    render: (row) => cell(field, row),
  });
  return [
    {
      id: 'name',
      header: t('field.name'),
      render: (row) => {
        const name = cell('name', row);
        const shown = name === '' ? t('rows.line', { line: row.line }) : name;
        return (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
            <Checkbox
              checked={!leftOut.has(row.place)}
              onChange={() => onToggle(row.place)}
              onClick={(event) => event.stopPropagation()}
              slotProps={{ input: { 'aria-label': t('rows.pick', { name: shown }) } }}
            />
            <Box sx={{ minWidth: 0 }}>
              <Typography noWrap color={name === '' ? 'text.secondary' : 'text.primary'}>
                {shown}
              </Typography>
              <Typography
                variant="caption"
                noWrap
                sx={{ display: { xs: 'block', md: 'none' }, color: 'text.secondary' }}
              >
                {cell('number', row)}
              </Typography>
              <Refusal of={refused.get(row.place)} />
            </Box>
          </Box>
        );
      },
    },
    other('number', '190px'),
    other('email', '24%'),
    ...(fields.includes('tags') ? [other('tags', '20%')] : []),
  ];
};

interface ImportChoiceProps {
  of: ImportView;
  /** The fields that columns can be assigned to. */
  fields?: readonly ImportField[];
  leaveLabel: string;
  onLeave: () => void;
}

/** Shows the columns and rows of a parsed file, from which the user chooses what to import. */
export const ImportChoice = ({ of, fields = IMPORT_FIELDS, leaveLabel, onLeave }: ImportChoiceProps) => {
  const { t } = useTranslation('contact-files');
  const sheet = useQuery(importedSheet(of));
  const [choice, setChoice] = useState<Choice>(() => choiceOf(fields, guessColumns(of.columns)));
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set());
  const [shown, setShown] = useState(ROWS_SHOWN_AT_ONCE);
  const [wasAsked, setWasAsked] = useState(false);
  const toggle = (place: number) =>
    setLeftOut((before) => {
      const after = new Set(before);
      if (!after.delete(place)) after.add(place);
      return after;
    });
  const [onlyRefused, setOnlyRefused] = useState(false);
  const allRows = sheet.data?.rows;
  const refused = useMemo(
    () => (allRows === undefined ? new Map<number, RowRefusal>() : refusedRows(allRows, choice, leftOut)),
    [allRows, choice, leftOut],
  );
  const columns = useColumns(choice, leftOut, refused, fields, toggle);
  const selected = of.rows - leftOut.size;
  const missing = missingFrom(choice, selected);
  const start = useMutation({
    mutationFn: async () => {
      const { name, number, email = null, tags = null } = choice;
      if (name === undefined || number === undefined) return;
      const body = { mapping: { name, number, email, tags }, rows: rangesOf(of.rows, leftOut) };
      await call(contactFileRoutes.startImport, { params: { importId: of.id }, body });
      await refetchImports();
    },
  });
  const begin = () => {
    setWasAsked(true);
    if (missing === undefined) start.mutate();
  };
  const isChecked = allRows !== undefined && choice.name !== undefined && choice.number !== undefined;
  const showsRefused = onlyRefused && refused.size > 0;
  const places = showsRefused ? [...refused.keys()] : [...(allRows ?? []).keys()];
  const rows =
    allRows &&
    places.slice(0, shown).map(
      (place): SheetRow => ({
        place,
        cells: allRows[place] ?? [],
        line: sheet.data?.lines[place] ?? place,
      }),
    );
  const reasons = new Map<RowRefusal, number>();
  for (const reason of refused.values()) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const selectAll = () =>
    setLeftOut(
      leftOut.size === 0 ? new Set(Array.from({ length: of.rows }, (_none, place) => place)) : new Set(),
    );
  return (
    <>
      <Typography variant="body2" noWrap sx={{ flexShrink: 0, color: 'text.secondary', marginBottom: 3 }}>
        {of.fileName}
      </Typography>
      <Columns of={of} fields={fields} choice={choice} onChange={setChoice} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, marginBottom: 2 }}>
        <FormControlLabel
          label={t('rows.all')}
          control={
            <Checkbox
              checked={leftOut.size === 0}
              indeterminate={leftOut.size > 0 && selected > 0}
              onChange={selectAll}
            />
          }
        />
        <Typography
          variant="body2"
          aria-live="polite"
          sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums', flex: 1 }}
        >
          {t('rows.selected', { selected: formatNumber(selected), total: formatNumber(of.rows) })}
        </Typography>
        <Button onClick={onLeave}>{leaveLabel}</Button>
        <Button variant="contained" onClick={begin} loading={start.isPending}>
          {t('start')}
        </Button>
      </Box>
      {isChecked && (
        <Alert
          severity={refused.size === 0 ? 'success' : 'warning'}
          sx={{ marginBottom: 2 }}
          action={
            refused.size > 0 && (
              <Button color="inherit" size="small" onClick={() => setOnlyRefused(!showsRefused)}>
                {t(showsRefused ? 'check.showAll' : 'check.showRefused')}
              </Button>
            )
          }
        >
          {[
            t('check.good', { count: selected - refused.size, shown: formatNumber(selected - refused.size) }),
            ...[...reasons].map(([reason, count]) => `${formatNumber(count)}: ${t(`refusal.${reason}`)}`),
          ].join(' · ')}
        </Alert>
      )}
      {wasAsked && missing !== undefined && (
        <Alert severity="error" sx={{ marginBottom: 2 }}>
          {t(`missing.${missing}`)}
        </Alert>
      )}
      {/* Keeps a minimum height for the rows when the fields fill a phone's screen: the screen scrolls. */}
      <Box sx={{ flex: '1 0 360px', display: 'flex', flexDirection: 'column', minHeight: 0 }}>
        <DataTable
          label={t('rows.title')}
          columns={columns}
          rows={rows}
          rowKey={({ place }) => place}
          onRowClick={({ place }) => toggle(place)}
          isLoading={sheet.isPending}
          error={sheet.error}
          onRetry={() => void sheet.refetch()}
          hasMore={shown < places.length}
          onLoadMore={() => setShown(shown + ROWS_SHOWN_AT_ONCE)}
          empty={<EmptyState icon={<TableRowsOutlined />} title={t('problem.empty')} />}
        />
      </Box>
    </>
  );
};
