declare const proven: unique symbol;

/**
 * Id of a company whose rows the code may open. Only principals carry it, the system's included. The plain number in
 * a row, an event or a request is not of this type, and the table refuses it.
 */
export type CompanyId = number & { readonly [proven]: true };

const isCompanyId = (id: number): id is CompanyId => Number.isSafeInteger(id) && id > 0;

/**
 * Returns the id as the company of a caller who has proven to belong to it. Only the two places that make principals
 * may call it (an invariant checks that).
 * @throws RangeError if the number is not a company id
 */
export const provenCompany = (id: number): CompanyId => {
  if (!isCompanyId(id)) throw new RangeError(`no company has the number ${id}`);
  return id;
};
