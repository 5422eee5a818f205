<?php

return [
    // svc_test_… calls the sandbox, svc_live_… production.
    'chave' => env('RUBRICA_CHAVE'),
    // The address of the service: https://rubrica.exemplo.com.br
    'url' => env('RUBRICA_URL'),
    // The webhook's `segredo`, whsec_…
    'segredo' => env('RUBRICA_SEGREDO'),
];
