// SPDX-License-Identifier: GPL-2.0-only
// The page of a run, made of files that no run would write so soon: many rows, and hostile names.
#include "ns3/bace-html-report.h"
#include "ns3/bace-report-table.h"

#include <sstream>

#include "support/report.h"

namespace ns3::bacepipe::test
{

namespace
{

const char* const g_jobsHead =
    "job,model,dataset,arrival_s,start_s,finish_s,wait_s,execution_s,jct_s,cost_usd,energy_kwh,"
    "gpus,placement,iterations,iterations_simulated,iteration_analytic_s,iteration_mean_s,"
    "iteration_ci_s,compute_s,wait_activation_s,wait_gradient_s,wan_bytes,wait_not_sent_s,"
    "wait_transmission_s,wait_queued_s,gradient_not_sent_s,gradient_transmission_s,"
    "gradient_queued_s,behind,jct_ci_s,cost_ci_usd,settled\n";

/// What a folder is filled with.
struct Size
{
    int jobs{1};         //!< rows of jobs.csv
    int regions{2};      //!< and a link between any two
    int intervals{4};    //!< of each link
    int stages{2};       //!< of each job
    int microBatches{2}; //!< of an iteration
};

/// Names of a folder's jobs and regions by number.
using Namer = std::function<std::string(const std::string& kind, int number)>;

/// kind-number
std::string
NamePlainly(const std::string& kind, int number)
{
    return kind + "-" + std::to_string(number);
}

class ReportPageTest : public ReportTest
{
  protected:
    /// Fills a folder as a run would, in the format of doc/outputs.md. @return it
    std::filesystem::path Fill(const Size& size, const Namer& name = &NamePlainly) const
    {
        std::ostringstream jobs;
        std::ostringstream pipeline;
        jobs << g_jobsHead;
        pipeline << "job,iteration,stage,operation,micro_batch,chunk,start_s,end_s\n";
        for (int i = 0; i < size.jobs; ++i)
        {
            const std::string job = name("job", i);
            const int half = size.stages / 2;
            jobs << job << ",m,d,0," << i << ',' << i + 10 << ',' << i << ",10," << i + 10
                 << ",1.5,2.5," << size.stages << ',' << name("region", i % size.regions) << ':'
                 << size.stages - half << '>' << name("region", (i + 1) % size.regions) << ':'
                 << half << ",5,2,1.8,2,0.01,6,1,1,1000,1,0.5,0.5,0.5,0.25,0.25,,0.1,0.02,yes\n";
            for (int stage = 0; stage < size.stages; ++stage)
            {
                for (int batch = 0; batch < 2 * size.microBatches; ++batch)
                {
                    pipeline << job << ",1," << stage << ','
                             << (batch % 2 == 0 ? "forward," : "backward,") << batch / 2 << ",0,"
                             << i + 0.001 * (stage + batch) << ','
                             << i + 0.001 * (stage + batch + 1) << '\n';
                }
            }
        }
        Write("out/jobs.csv", jobs.str());
        Write("out/pipeline.csv", pipeline.str());
        FillRegions(size, name);
        Write("out/decisions.csv",
              "time_s,trigger,job,priority,alpha,chain,gpus,decision,reason\n");
        Write("out/summary.json",
              "{\"scenario\": \"s\", \"policy\": \"p\", \"network\": \"packet\", \"jobs_total\": " +
                  std::to_string(size.jobs) + ", \"jobs_completed\": " + std::to_string(size.jobs) +
                  ", \"average_jct_s\": 10, \"transport\": \"t\"}\n");
        return GetFolder() / "out";
    }

    /// The folder's regions and links.
    void FillRegions(const Size& size, const Namer& name) const
    {
        std::ostringstream regions;
        std::ostringstream links;
        std::ostringstream series;
        regions << "region,gpu,gpus,gpu_s,gpu_utilization,energy_kwh,cost_usd\n";
        links << "link,capacity_bps,delay_s,bytes,utilization,peak_utilization,packets,drops,"
                 "max_queue_bytes,retransmitted_bytes,ecn_marks\n";
        series << "start_s,end_s,link,utilization,max_queue_bytes,shares\n";
        for (int i = 0; i < size.regions; ++i)
        {
            regions << name("region", i) << ",RTX A6000,8,100,0.25,3.5,1.25\n";
            for (int j = 0; j < size.regions; ++j)
            {
                if (i == j)
                {
                    continue;
                }
                const std::string link = name("region", i) + ">" + name("region", j);
                const double load = (1.0 + i + j) / (2 * size.regions);
                links << link << ",1000000000," << 0.001 * (1 + std::abs(i - j)) << ",1000," << load
                      << ',' << load << ",10,0,500,0,0\n";
                for (int k = 0; k < size.intervals; ++k)
                {
                    series << k << ',' << k + 1 << ',' << link << ',' << load << ",500,"
                           << name("job", 0) << ':' << load << '\n';
                }
            }
        }
        Write("out/regions.csv", regions.str());
        Write("out/links.csv", links.str());
        Write("out/links_timeseries.csv", series.str());
    }
};

} // namespace

TEST_F(ReportPageTest, ManyOfEverythingStaysReadable)
{
    const Size size{100, 64, 100, 80, 128};
    const auto folder = Fill(size);
    WriteRunPage(folder);
    const std::string page = ReadFile(folder / "report.html");
    EXPECT_LT(page.size(), 10000000U);
    const auto files = ReadEmbedded(page).at("files");
    EXPECT_EQ(files.at("jobs.csv").at("text"), ReadFile(folder / "jobs.csv"));
    // A job has 20480 operations; of those that fit the page has all.
    const auto& pipeline = files.at("pipeline.csv");
    const uint64_t perJob = 2 * 80 * 128;
    EXPECT_EQ(pipeline.at("of"), 100 * perJob);
    const uint64_t shown = pipeline.at("rows");
    EXPECT_GE(shown, 2 * perJob);
    EXPECT_EQ(shown % perJob, 0U);
    const std::string text = pipeline.at("text");
    EXPECT_EQ(ReadFile(folder / "pipeline.csv").rfind(text, 0), 0U)
        << "the first jobs, as they are";
    // The busiest links, whole.
    const auto& series = files.at("links_timeseries.csv");
    EXPECT_EQ(series.at("of"), 64 * 63 * 100);
    EXPECT_EQ(series.at("rows").get<uint64_t>() % 100, 0U);
    EXPECT_THAT(series.at("text").get<std::string>(),
                ::testing::HasSubstr(",region-63>region-62,"));
    EXPECT_EQ(Count(series.at("text"), ",region-0>region-1,"), 0U);

    const std::string browser = FindBrowser();
    if (browser.empty())
    {
        GTEST_SKIP() << "no Chromium";
    }
    const Document document = Open(browser, folder / "report.html", 500);
    EXPECT_EQ(document.GetErrors(), "");
    EXPECT_EQ(Count(document.GetSection("jobs"), "<tr>"), 101U);
    EXPECT_EQ(Count(document.GetSection("map"), "<circle cx="), 2 * 64U);
    EXPECT_EQ(Count(document.GetSection("map"), "<path d=\"M"), 300U);
    EXPECT_EQ(Count(document.GetSection("queue"), " GPUs in "), 200U);
    EXPECT_EQ(Count(document.GetSection("pipeline"), "class=\"operation "), 2U);
    EXPECT_THAT(document.GetSection("pipeline"),
                ::testing::HasSubstr("80 stages, 20480 operations"));
    EXPECT_THAT(
        document.GetSection("pipeline"),
        ::testing::HasSubstr("The page has " + std::to_string(shown) + " of the 2048000 rows"));
    EXPECT_THAT(document.GetSection("links"), ::testing::HasSubstr("The 24 busiest of"));
    EXPECT_GE(Count(document.GetSection("links"), "class=\"load u"), 24U);
    EXPECT_EQ(Count(document.GetSection("shares"), "class=\"share c"), 1U);
}

TEST_F(ReportPageTest, NamesAreTextsWhateverIsInThem)
{
    const std::vector<std::string> names = {"</script><script>document.body.id='taken'</script>",
                                            "<img src=x onerror=\"document.body.id='taken'\">",
                                            "__proto__",
                                            "<!--<script>",
                                            "\"quoted\\' & {{script}} ${x} `",
                                            "東京 \xff\xfe tab\there"};
    const int count = static_cast<int>(names.size());
    const auto folder = Fill({count, 3, 2, 4, 3}, [&](const std::string& kind, int number) {
        return kind == "job" ? names.at(number) : "r<b &amp; " + std::to_string(number);
    });
    WriteRunPage(folder);
    const std::string page = ReadFile(folder / "report.html");
    EXPECT_EQ(Count(page, "</script>"), 2U);
    EXPECT_EQ(Count(page, "<img"), 0U);
    const std::string jobs = ReadEmbedded(page).at("files").at("jobs.csv").at("text");
    for (int i = 0; i + 1 < count; ++i) // the last is no UTF-8
    {
        EXPECT_EQ(Count(jobs, "\n" + names[i] + ","), 1U) << names[i];
    }
    EXPECT_EQ(Count(jobs, "\n東京 \xef\xbf\xbd\xef\xbf\xbd tab\there,"), 1U);

    const std::string browser = FindBrowser();
    if (browser.empty())
    {
        GTEST_SKIP() << "no Chromium";
    }
    const Document document = Open(browser, folder / "report.html");
    EXPECT_EQ(document.GetErrors(), "");
    EXPECT_EQ(Count(document.GetBody(), "<img"), 0U);
    EXPECT_EQ(Count(document.GetBody(), "<b "), 0U);
    EXPECT_EQ(Count(document.GetBody(), "<script"), 0U);
    EXPECT_EQ(Count(document.GetSection("jobs"), "<th scope=\"row\">__proto__</th>"), 1U);
    EXPECT_EQ(Count(document.GetSection("queue"), " GPUs in r&lt;b &amp;amp; "), 2U * count);
}

TEST_F(ReportPageTest, FoldersThatLackAFileAreToldOf)
{
    EXPECT_THROW(WriteRunPage(GetFolder()), std::runtime_error); // no summary.json
    const auto folder = Fill({1, 2, 1, 2, 1});
    std::filesystem::remove(folder / "links_timeseries.csv");
    std::filesystem::remove(folder / "pipeline.csv");
    WriteRunPage(folder);
    EXPECT_EQ(ReadEmbedded(ReadFile(folder / "report.html")).at("files").count("pipeline.csv"), 0U);
    EXPECT_THROW(WriteRunPage(folder / "missing"), std::runtime_error);
}

TEST_F(ReportPageTest, RowsThatBelongTogetherStayTogether)
{
    const std::string head = "a,b,c\n";
    const std::string text = head + "x,1,one\ny,5,two\nx,1,three\nz,2,four\n";
    Write("t.csv", text);
    const auto read = [this](const RowLimit& limit) {
        return ReadRows(GetFolder() / "t.csv", limit);
    };
    EXPECT_EQ(read({1000, "a", "b"}).text, text);
    EXPECT_EQ(read({1000, "a", "b"}).rows, 4U);
    EXPECT_EQ(read({0, "a", "b"}).text, head);
    EXPECT_EQ(read({0, "a", "b"}).total, 4U);
    // A row takes its length and two bytes of its end: 9, 9, 11 and 10.
    EXPECT_EQ(read({20, "", ""}).text, head + "x,1,one\ny,5,two\n");
    EXPECT_EQ(read({20, "banana", ""}).text, head + "x,1,one\ny,5,two\n");
    EXPECT_EQ(read({20, "a", ""}).text, head + "x,1,one\nx,1,three\n");
    EXPECT_EQ(read({19, "a", "b"}).text, head + "y,5,two\nz,2,four\n");
    EXPECT_EQ(read({19, "a", "b"}).rows, 2U);
    EXPECT_THROW(ReadRows(GetFolder() / "missing.csv", {}), std::runtime_error);
    EXPECT_EQ(QuoteForScript("<&>\"\n\x01"), "\"\\u003c\\u0026\\u003e\\\"\\n\\u0001\"");
}

} // namespace ns3::bacepipe::test
