/** Where a client sends its calls, by its key and the address it was given; null where it refuses to be made. */
export const rootVectors = () => [
  {
    name: 'a test key calls the sandbox',
    key: 'svc_test_a1b2c3d4.segredo',
    url: 'https://rubrica.exemplo.com.br',
    root: 'https://rubrica.exemplo.com.br/v1/sandbox',
  },
  {
    name: 'a production key does not',
    key: 'svc_live_a1b2c3d4.segredo',
    url: 'https://rubrica.exemplo.com.br',
    root: 'https://rubrica.exemplo.com.br/v1',
  },
  {
    name: 'an address with its version, and a slash',
    key: 'svc_test_a1b2c3d4.segredo',
    url: 'https://rubrica.exemplo.com.br/v1/',
    root: 'https://rubrica.exemplo.com.br/v1/sandbox',
  },
  {
    name: 'an address of its own for the API',
    key: 'svc_live_a1b2c3d4.segredo',
    url: 'https://api.exemplo.com.br/assinaturas/v1',
    root: 'https://api.exemplo.com.br/assinaturas/v1',
  },
  {
    name: 'a port',
    key: 'svc_live_a1b2c3d4.segredo',
    url: 'http://localhost:3000',
    root: 'http://localhost:3000/v1',
  },
  { name: 'something that is no key', key: 'segredo', url: 'https://rubrica.exemplo.com.br', root: null },
  { name: 'no key', key: '', url: 'https://rubrica.exemplo.com.br', root: null },
];
