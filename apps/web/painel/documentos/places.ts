/** Where documents are listed, and where those are that were deleted. */
export const LIST = '/documentos';
export const DELETED = `${LIST}/excluidos`;
