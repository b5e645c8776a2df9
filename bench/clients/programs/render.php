<?php
// Renders one PDF with the client of openapi-generator (php).
require 'GuzzleHttp/autoload.php';
spl_autoload_register(function (string $name): void {
    $file = __DIR__ . '/client/lib/' . str_replace(['OpenAPI\\Client\\', '\\'], ['', '/'], $name) . '.php';
    if (is_file($file)) require $file;
});

use OpenAPI\Client\Api\CoreApi;
use OpenAPI\Client\Configuration;
use OpenAPI\Client\Model\AddText;
use OpenAPI\Client\Model\RenderRequest;

$configuration = (new Configuration())->setHost(getenv('SERVICE_URL'))->setAccessToken(getenv('SERVICE_KEY'));
$handlers = GuzzleHttp\HandlerStack::create();
$handlers->push(GuzzleHttp\Middleware::mapRequest(fn ($request) => $request->withHeader('Accept', 'application/pdf')));
$http = new GuzzleHttp\Client(['handler' => $handlers]);
$body = new RenderRequest(['operations' => [new AddText(['op' => 'add_text', 'text' => 'Hello'])]]);
$pdf = (new CoreApi($http, $configuration))->render($body);
copy($pdf->getPathname(), getenv('OUTPUT'));
