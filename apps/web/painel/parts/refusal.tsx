import { Alert } from '@mantine/core';

/** What the service refused, where no field is to blame. */
export function Refused({ texto }: { readonly texto: string | null }) {
  if (!texto) return null;
  return (
    <Alert color="red" variant="outline" role="alert" className="alert-error">
      {texto}
    </Alert>
  );
}
