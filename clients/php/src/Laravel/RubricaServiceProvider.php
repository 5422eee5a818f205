<?php

declare(strict_types=1);

namespace Rubrica\Laravel;

use Illuminate\Contracts\Container\Container;
use Illuminate\Support\ServiceProvider;
use Rubrica\Rubrica;

/**
 * `Rubrica` by injection, and the middleware `rubrica.webhook`. Found by Laravel itself (composer.json); configured by
 * RUBRICA_CHAVE, RUBRICA_URL and RUBRICA_SEGREDO, or by `php artisan vendor:publish --tag=rubrica`.
 */
final class RubricaServiceProvider extends ServiceProvider
{
    private const CONFIG = __DIR__ . '/../../config/rubrica.php';

    public function register(): void
    {
        $this->mergeConfigFrom(self::CONFIG, 'rubrica');
        $this->app->singleton(Rubrica::class, static function (Container $app): Rubrica {
            $config = $app->make('config');
            return new Rubrica((string) $config->get('rubrica.chave'), $config->get('rubrica.url'));
        });
        $this->app->bind(VerifyWebhook::class, static function (Container $app): VerifyWebhook {
            return new VerifyWebhook((string) $app->make('config')->get('rubrica.segredo'));
        });
    }

    public function boot(): void
    {
        $this->publishes([self::CONFIG => $this->app->configPath('rubrica.php')], 'rubrica');
        $this->app->make('router')->aliasMiddleware('rubrica.webhook', VerifyWebhook::class);
    }
}
