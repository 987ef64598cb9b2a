declare const proven: unique symbol;

/**
 * A company whose rows may be opened. A principal has it, the system's included; the number of a row, an event or a
 * request is none, and the table does not take it.
 */
export type CompanyId = number & { readonly [proven]: true };

const isCompanyId = (id: number): id is CompanyId => Number.isSafeInteger(id) && id > 0;

/**
 * The company of a caller who has proven to belong to it. For the two places that make principals, and nobody else (an
 * invariant says so).
 * @throws RangeError for what is no company's number
 */
export const provenCompany = (id: number): CompanyId => {
  if (!isCompanyId(id)) throw new RangeError(`no company has the number ${id}`);
  return id;
};
