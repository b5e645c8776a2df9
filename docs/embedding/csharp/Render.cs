// Renders an invoice, reads its text, and shows what a wrong request answers. .NET, no packages: dotnet run
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;
using System.Threading.Tasks;

/// <summary>An answer that is no success: a problem (RFC 9457). Its errors have the place of each mistake.</summary>
public sealed class Problem : Exception
{
    public Problem(string json) : base(json) => Content = JsonDocument.Parse(json).RootElement;

    public JsonElement Content { get; }

    public IEnumerable<JsonElement> Errors =>
        Content.TryGetProperty("errors", out var errors) ? errors.EnumerateArray() : Enumerable.Empty<JsonElement>();
}

public static class Render
{
    private static readonly HttpClient Client = new HttpClient();
    private static readonly string Address = Environment.GetEnvironmentVariable("COLOPHON_URL") ?? "http://127.0.0.1:8080";
    private static readonly string Key = Environment.GetEnvironmentVariable("COLOPHON_KEY") ?? "";

    /// <summary>Sends a request. It is repeated where that is safe: the key of idempotency makes it one request.</summary>
    private static async Task<HttpResponseMessage> Post(string path, string type, byte[] body, string accept)
    {
        var id = Guid.NewGuid().ToString();
        for (var attempt = 1; ; attempt++)
        {
            var request = new HttpRequestMessage(HttpMethod.Post, $"{Address}/api/v1/{path}");
            request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", Key);
            request.Headers.Accept.ParseAdd(accept);
            request.Headers.Add("Idempotency-Key", id);
            request.Content = new ByteArrayContent(body);
            request.Content.Headers.ContentType = new MediaTypeHeaderValue(type);
            var answer = await Client.SendAsync(request);
            if (answer.IsSuccessStatusCode) return answer;
            var status = (int)answer.StatusCode;
            if ((status != 429 && status != 503) || attempt == 4) throw new Problem(await answer.Content.ReadAsStringAsync());
            await Task.Delay(answer.Headers.RetryAfter?.Delta ?? TimeSpan.FromSeconds(1));
        }
    }

    private static byte[] Json(object value) => JsonSerializer.SerializeToUtf8Bytes(value);

    public static async Task Main()
    {
        var request = new
        {
            document = new { title = "Invoice 2026-117", lang = "en" },
            operations = new object[]
            {
                new { op = "add_heading", text = "Invoice 2026-117" },
                new
                {
                    op = "add_table",
                    columns = new object[] { "Item", new { header = "Price", key = "price", format = "currency:EUR", footer = "sum" } },
                    rows = new[] { new object[] { "Bolt", 4.5 }, new object[] { "Nut", 3 } },
                },
            },
        };
        var rendered = await Post("render", "application/json", Json(request), "application/pdf");
        var pdf = await rendered.Content.ReadAsByteArrayAsync();
        await File.WriteAllBytesAsync("invoice.pdf", pdf);
        Console.WriteLine($"pages: {rendered.Headers.GetValues("Document-Pages").First()}");

        var extracted = await Post("extract-text", "application/pdf", pdf, "text/plain");
        var text = await extracted.Content.ReadAsStringAsync();
        Console.WriteLine($"text: {text.Trim().Split('\n')[0]}");

        try
        {
            var wrong = new { operations = new[] { new { op = "add_text", txet = "Hello" } } };
            await Post("render", "application/json", Json(wrong), "application/pdf");
        }
        catch (Problem problem)
        {
            foreach (var mistake in problem.Errors)
                Console.WriteLine($"mistake: {mistake.GetProperty("pointer")} {mistake.GetProperty("message")}");
        }
    }
}
