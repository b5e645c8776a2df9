// Renders one PDF with the client of openapi-generator (csharp, library httpclient).
using System;
using System.Collections.Generic;
using System.IO;
using Colophon.Client.Api;
using Colophon.Client.Client;
using Colophon.Client.Model;

public static class Render
{
    public static void Main()
    {
        var configuration = new Configuration
        {
            BasePath = Environment.GetEnvironmentVariable("SERVICE_URL"),
            AccessToken = Environment.GetEnvironmentVariable("SERVICE_KEY"),
        };
        configuration.DefaultHeaders["Accept"] = "application/pdf";
        var operation = new RenderOperation(new AddText(op: AddText.OpEnum.AddText, text: "Hello"));
        var body = new RenderRequest(operations: new List<RenderOperation> { operation });
        using var pdf = new CoreApi(configuration).Render(body).Content;
        using var output = File.Create(Environment.GetEnvironmentVariable("OUTPUT"));
        pdf.CopyTo(output);
    }
}
